package dev.sandboxed.cli.internal.microvmctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Connections to a real sshd. */
@Timeout(120)
class MicrovmctlSshTests {

    @RegisterExtension
    static final OwnController CONTROLLER = new OwnController();

    @RegisterExtension
    static final SshServer SERVER = new SshServer();

    private static Map<String, String> settings = Map.of();

    @BeforeAll
    static void start() {
        CONTROLLER.settings();
        settings = SERVER.settings(OwnController.PROGRAM);
    }

    @Test
    void aProviderThatIsClosedEndsNoCommandOfAnother(@TempDir Path state) throws IOException {
        try (SandboxProvider provider = open(state, settings);
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            Command patient = Command.shell("echo >begun; until [ -e go ]; do sleep 0.05; done; exit 6")
                    .timeout(Duration.ofSeconds(60));
            CompletableFuture<ExecResult> running = CompletableFuture.supplyAsync(() -> sandbox.exec(patient));
            await().atMost(Duration.ofSeconds(30)).until(() -> sandbox.files().exists("begun"));

            try (SandboxProvider other = open(state, settings)) {
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> other.status() instanceof ProviderStatus.Available known
                                && known.details().containsKey("controller"));
            }
            sandbox.files().write("go", "");

            assertThat(running.join().ending()).hasToString("exited with code 6");
        }
        try (Stream<Path> sockets = Files.list(state.resolve("ssh"))) {
            assertThat(sockets).isEmpty();
        }
    }

    @Test
    void aConnectionThatBreaksIsNotAnExitCode(@TempDir Path state) {
        try (SandboxProvider provider = open(state, settings);
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            Command patient = Command.shell("echo >begun; sleep 4715").timeout(Duration.ofSeconds(60));
            CompletableFuture<ExecResult> running = CompletableFuture.supplyAsync(() -> sandbox.exec(patient));
            await().atMost(Duration.ofSeconds(30)).until(() -> sandbox.files().exists("begun"));

            SERVER.breakConnections();

            assertThat(running)
                    .failsWithin(Duration.ofSeconds(60))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(SandboxTransportException.class);
            assertThat(sandbox.exec(Command.shell("cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -c 'sleep 471[5]'"))
                            .stdout())
                    .isEqualTo("0\n");
        }
    }

    private static SandboxProvider open(Path state, Map<String, String> settings) {
        return OwnController.factory()
                .open(ProviderContext.in(state)
                        .withSettings(settings)
                        .withEnvironment(Map.of("PATH", "/usr/bin:/bin", "HOME", "/tmp")));
    }
}
