package dev.sandboxed.provider.remote.internal.http;

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
class HttpFaultTests {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    @RegisterExtension
    static final ServedHttp SERVICE = ServedHttp.over("subprocess");

    @TempDir
    private Path folder;

    private FaultyWay way;
    private HttpProvider provider;

    @BeforeEach
    void open() {
        Map<String, String> settings = new HashMap<>(SERVICE.settings());
        way = new FaultyWay(SERVICE.server().url());
        settings.put("endpoint", way.url());
        settings.put("requestTimeout", "3s");
        provider = new HttpProvider(ProviderContext.in(folder).withSettings(settings));
    }

    /** Over a way that works again, so that all that is left can be ended. */
    @AfterEach
    void close() throws IOException {
        way.let(FaultyWay.Fault.NONE);
        provider.close();
        way.close();
        await().atMost(PATIENCE).until(() -> SERVICE.behind().list().isEmpty());
    }

    private Sandbox create() {
        return provider.create(
                SandboxSpec.builder().startupTimeout(Duration.ofSeconds(20)).build());
    }

    @Test
    void latencyOnlyTakesTime() {
        way.let(FaultyWay.Fault.LATENCY);
        try (Sandbox sandbox = create()) {
            assertThat(sandbox.shell("echo far away").stdout()).isEqualTo("far away\n");
        }
    }

    @Test
    void aCommandWhoseConnectionBreaksIsNotRunAgain() {
        try (Sandbox sandbox = create()) {
            Execution running = sandbox.start(Command.shell("echo begun >>times; sleep 60"));
            await().atMost(PATIENCE).until(() -> sandbox.files().exists("times"));
            way.reset();
            assertThatThrownBy(running::await).isInstanceOf(SandboxTransportException.class);
            assertThat(sandbox.shell("cat times").stdout()).isEqualTo("begun\n");
        }
    }

    @Test
    void aWayThatIsHalfOpenIsGivenUpInTime() {
        try (Sandbox sandbox = create()) {
            way.let(FaultyWay.Fault.HALF_OPEN);
            assertThatThrownBy(() -> sandbox.exec(Command.of("true").timeout(Duration.ofSeconds(30))))
                    .isInstanceOf(SandboxTransportException.class);
            way.let(FaultyWay.Fault.NONE);
        }
    }

    @Test
    void anAnswerThatIsLostOnceLeavesOneSandbox() {
        assertThat(provider.status().isAvailable()).isTrue();
        way.let(FaultyWay.Fault.NO_ANSWER);
        Thread mending = new Thread(() -> {
            await().atMost(PATIENCE).until(() -> way.lost() > 0);
            way.let(FaultyWay.Fault.NONE);
        });
        mending.start();
        try (Sandbox sandbox = create()) {
            assertThat(way.lost()).isPositive();
            assertThat(sandbox.exec("true").succeeded()).isTrue();
            assertThat(SERVICE.behind().list()).hasSize(1);
        }
    }

    @Test
    void aCreationWhoseAnswersAreAllLostFailsAndWhatItLeftIsEndedAsSoonAsThatIsPossible() {
        assertThat(provider.status().isAvailable()).isTrue();
        way.let(FaultyWay.Fault.NO_ANSWER);
        assertThatThrownBy(this::create).isInstanceOf(SandboxStartException.class);
        assertThat(way.lost()).isPositive();
        way.let(FaultyWay.Fault.NONE);
        await().atMost(PATIENCE).until(() -> SERVICE.behind().list().isEmpty());
    }

    @Test
    void aSandboxThatTheServiceEndsIsDestroyed() {
        try (Sandbox sandbox = create()) {
            Execution running = sandbox.start(Command.of("sleep", "60"));
            SERVICE.behind()
                    .list()
                    .forEach(info -> SERVICE.behind().connect(info.id()).close());
            assertThatThrownBy(running::await).isInstanceOf(SandboxException.class);
            assertThatThrownBy(() -> sandbox.exec("true")).isInstanceOf(SandboxDestroyedException.class);
        }
    }

    @Test
    void aClientDoesNotSeeTheSandboxOfAnother() {
        try (Sandbox sandbox = create();
                HttpProvider other = new HttpProvider(ProviderContext.in(folder).withSettings(SERVICE.settings()))) {
            assertThat(other.list()).extracting(info -> info.id()).contains(sandbox.id());
            assertThatThrownBy(() -> other.connect(sandbox.id())).isInstanceOf(SandboxException.class);
        }
    }
}
