package dev.sandboxed.provider.remote.internal.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.testkit.internal.way.FaultyWay;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A sandbox that goes on at the service while its daemon cannot be reached. */
@Timeout(60)
class ResumingTests {

    @RegisterExtension
    static final ServedE2b E2B = ServedE2b.over("runc");

    @TempDir
    private Path folder;

    private FaultyWay toSandboxes;
    private E2bProvider provider;
    private Sandbox sandbox;

    @BeforeEach
    void create() {
        toSandboxes = new FaultyWay(E2B.server().sandboxUrl());
        Map<String, String> settings = new HashMap<>(E2B.settings());
        settings.put("sandboxUrl", toSandboxes.url());
        settings.put("lifetime", "20s");
        provider = new E2bProvider(ProviderContext.in(folder).withSettings(settings));
        sandbox = provider.create(SandboxSpec.defaults());
    }

    @AfterEach
    void close() throws IOException {
        toSandboxes.let(FaultyWay.Fault.NONE);
        provider.close();
        toSandboxes.close();
        assertThat(E2B.behind().list()).isEmpty();
    }

    private Instant end() throws IOException, InterruptedException {
        String answer = E2B.ask("GET", "sandboxes/" + sandbox.info().nativeId());
        return Instant.parse(new ObjectMapper().readTree(answer).get("endAt").asText());
    }

    /** The service ended it, since it ran there and nobody renewed it. */
    @Test
    void itIsRenewedUntilSomebodyResumesItAgain() throws Exception {
        sandbox.stop();
        toSandboxes.let(FaultyWay.Fault.NO_ANSWER);
        assertThatThrownBy(sandbox::resume).isInstanceOf(SandboxTransportException.class);
        assertThat(sandbox.state()).isEqualTo(SandboxState.STOPPED);
        Instant end = end();

        await().atMost(Duration.ofSeconds(25)).until(() -> end().isAfter(end));
        toSandboxes.let(FaultyWay.Fault.NONE);
        sandbox.resume();
        assertThat(sandbox.shell("echo there").stdout()).isEqualTo("there\n");
    }
}
