package dev.sandboxed.provider.remote.internal.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.testkit.internal.way.FaultyWay;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a caller sees when the way to the service, or the service, fails: never a hang, never a second try of a command. */
@Timeout(60)
class FaultTests {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    @RegisterExtension
    static final ServedE2b E2B = ServedE2b.over("subprocess");

    /** A plain process sees the paths of the host. */
    @TempDir
    private Path folder;

    private FaultyWay toApi;
    private FaultyWay toSandboxes;
    private E2bProvider provider;

    @BeforeEach
    void open() {
        toApi = new FaultyWay(E2B.server().apiUrl());
        toSandboxes = new FaultyWay(E2B.server().sandboxUrl());
        Map<String, String> settings = new HashMap<>(E2B.settings());
        settings.put("apiUrl", toApi.url());
        settings.put("sandboxUrl", toSandboxes.url());
        settings.put("requestTimeout", "3s");
        provider = new E2bProvider(ProviderContext.in(folder).withSettings(settings));
    }

    /** Over a way that works again, so that all that is left can be ended. */
    @AfterEach
    void close() throws IOException {
        toApi.let(FaultyWay.Fault.NONE);
        toSandboxes.let(FaultyWay.Fault.NONE);
        provider.close();
        toApi.close();
        toSandboxes.close();
        await().atMost(PATIENCE).until(() -> E2B.behind().list().isEmpty());
    }

    private Sandbox create() {
        return provider.create(SandboxSpec.builder()
                .network(Network.FULL)
                .workdir(folder.resolve("work").toString())
                .startupTimeout(Duration.ofSeconds(20))
                .build());
    }

    @Test
    void latencyOnlyTakesTime() {
        toApi.let(FaultyWay.Fault.LATENCY);
        toSandboxes.let(FaultyWay.Fault.LATENCY);
        try (Sandbox sandbox = create()) {
            assertThat(sandbox.shell("echo far away").stdout()).isEqualTo("far away\n");
        }
    }

    @Test
    void aCommandWhoseConnectionBreaksIsNotRunAgain() {
        try (Sandbox sandbox = create()) {
            Execution running = sandbox.start(Command.shell("echo begun >>times; sleep 60"));
            await().atMost(PATIENCE)
                    .until(() -> sandbox.shell("cat times").stdout().equals("begun\n"));
            toSandboxes.reset();
            assertThatThrownBy(running::await).isInstanceOf(SandboxTransportException.class);
            assertThat(sandbox.shell("cat times").stdout()).isEqualTo("begun\n");
        }
    }

    /** A request that carries input was given up after the time for a request, and the rest of the input with it. */
    @Test
    void aCommandMayLetItsInputWaitForLongerThanARequest() {
        try (Sandbox sandbox = create()) {
            assertThat(sandbox.exec(Command.shell("sleep 5; wc -c").stdin(new byte[1 << 20]))
                            .stdout())
                    .isEqualTo("1048576\n");
        }
    }

    @Test
    void aWayThatIsHalfOpenIsGivenUpInTime() {
        try (Sandbox sandbox = create()) {
            toSandboxes.let(FaultyWay.Fault.HALF_OPEN);
            assertThatThrownBy(() -> sandbox.exec(Command.of("true").timeout(Duration.ofSeconds(30))))
                    .isInstanceOf(SandboxTransportException.class);
            toSandboxes.let(FaultyWay.Fault.NONE);
        }
    }

    @Test
    void anAnswerThatIsLostOnceLeavesOneSandbox() {
        toApi.let(FaultyWay.Fault.NO_ANSWER);
        Thread mending = new Thread(() -> {
            await().atMost(PATIENCE).until(() -> toApi.lost() > 0);
            toApi.let(FaultyWay.Fault.NONE);
        });
        mending.start();
        try (Sandbox sandbox = create()) {
            assertThat(toApi.lost()).isPositive();
            assertThat(sandbox.exec("true").succeeded()).isTrue();
            assertThat(E2B.behind().list()).hasSize(1);
        }
    }

    @Test
    void aCreationWhoseAnswersAreAllLostFailsAndWhatItLeftIsEndedAsSoonAsThatIsPossible() {
        toApi.let(FaultyWay.Fault.NO_ANSWER);
        assertThatThrownBy(this::create).isInstanceOf(SandboxStartException.class);
        assertThat(toApi.lost()).isPositive();
        assertThat(E2B.behind().list()).isNotEmpty();
        toApi.let(FaultyWay.Fault.NONE);
        await().atMost(PATIENCE).until(() -> E2B.behind().list().isEmpty());
    }

    @Test
    void aSandboxThatTheServiceEndsIsDestroyed() {
        try (Sandbox sandbox = create()) {
            Execution running = sandbox.start(Command.of("sleep", "60"));
            E2B.behind().list().forEach(info -> E2B.behind().connect(info.id()).close());
            assertThatThrownBy(running::await).isInstanceOf(SandboxException.class);
            assertThatThrownBy(() -> sandbox.exec("true")).isInstanceOf(SandboxDestroyedException.class);
        }
    }
}
