package dev.sandboxed.provider.microvm.internal.ctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The provider over a controller that is not ours, which enforces nothing. */
class ForeignControllerTests {

    private ForeignController controller;
    private CtlProvider provider;
    private Sandbox sandbox;

    @BeforeEach
    void create(@TempDir Path folder) throws IOException {
        controller = ForeignController.in(folder.resolve("a b'c$d"));
        provider = controller.provider();
        sandbox = provider.create(controller.spec());
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        provider.close();
        try (Stream<Path> machines = Files.list(controller.machines())) {
            assertThat(machines).isEmpty();
        }
    }

    @Test
    void itsProbeIsTheStatusAndTheIsolation() {
        assertThat(provider.status()).isInstanceOf(ProviderStatus.Available.class);
        assertThat(provider.capabilities().isolation()).isEqualTo(Isolation.PROCESS);
        assertThat(sandbox.info().isolation()).isEqualTo(Isolation.PROCESS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "'",
                "\"",
                "$HOME",
                "`id`",
                "a\nb\n",
                "*",
                "\\",
                "-n",
                "--",
                "äöü€",
                "; exit 9",
                "$(exit 9)"
            })
    void anArgumentArrivesLiterally(String word) {
        ExecResult result = sandbox.exec(Command.of("printf", "%s|%s", word, "end"));
        assertThat(result.stdout()).isEqualTo(word + "|end");
        assertThat(result.stderr()).isEmpty();
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void outputsAreBytesAndApart() {
        ExecResult result = sandbox.exec(Command.shell("printf '\\000\\377\\036x'; printf '\\200\\037' >&2; exit 7"));
        assertThat(result.stdoutBytes()).containsExactly(0, 0xff, 036, 'x');
        assertThat(result.stderrBytes()).containsExactly(0x80, 037);
        assertThat(result.exitCode()).isEqualTo(7);
        assertThat(result.outcome()).isEqualTo(Outcome.EXITED);
    }

    @Test
    void aSignalIsToldFromAnExitWithTheSameCode() {
        assertThat(sandbox.exec(Command.shell("kill -9 $$")).outcome()).isEqualTo(Outcome.SIGNALED);
        assertThat(sandbox.exec(Command.shell("exit 137")).outcome()).isEqualTo(Outcome.EXITED);
        assertThat(sandbox.exec(Command.of("no-such-program")).exitCode()).isEqualTo(127);
    }

    @Test
    void inputArrivesAndNobodyKeepsIt() {
        byte[] input = "a\0b\n".repeat(100_000).getBytes(StandardCharsets.UTF_8);
        assertThat(sandbox.exec(Command.of("cat").stdin(input)).stdoutBytes()).isEqualTo(input);
        assertThat(sandbox.exec(Command.of("cat")).stdoutBytes()).isEmpty();
        assertThat(sandbox.exec(Command.shell("ls -A \"$TMPDIR\"/.sandboxed-*")).stdout())
                .isEmpty();
    }

    @Test
    void aTimeoutKillsTheTreeThatTheControllerLeaves() {
        ExecResult result = sandbox.exec(
                Command.shell("echo begun; setsid sleep 4711 & setsid sh -c 'sleep 4711 & wait' & sleep 4711")
                        .timeout(Duration.ofSeconds(1)));
        assertThat(result.timedOut()).isTrue();
        assertThat(result.stdout()).isEqualTo("begun\n");
        assertThat(ProcessHandle.allProcesses()
                        .filter(ProcessHandle::isAlive)
                        .filter(process ->
                                process.info().commandLine().orElse("").matches(".*sleep 4711.*")))
                .isEmpty();
    }

    @Test
    void aTimeoutOfTheFirstCommandLeavesLaterOnesAlone() throws Exception {
        Path begun = controller.folder().resolve("work/begun");
        CompletableFuture<ExecResult> first = CompletableFuture.supplyAsync(
                () -> sandbox.exec(Command.shell("echo >begun; sleep 4712").timeout(Duration.ofSeconds(4))));
        await().atMost(Duration.ofSeconds(10)).until(() -> Files.exists(begun));
        // Marks are numbered, and some of these begin like that of the first.
        for (int i = 0; i < 8; i++) {
            assertThat(sandbox.exec(Command.shell("setsid sleep 4714 >/dev/null 2>&1 & exit 0"))
                            .exitCode())
                    .isZero();
        }
        assertThat(first.get().timedOut()).isTrue();
        List<ProcessHandle> left = running("sleep 4714");
        left.forEach(ProcessHandle::destroyForcibly);
        assertThat(left).hasSize(8);
        assertThat(running("sleep 4712")).isEmpty();
    }

    @Test
    void aControllerThatIsKilledIsNotAnExitCode() {
        Path begun = controller.folder().resolve("work/begun");
        // The command is killed with it, since this controller becomes what it runs.
        CompletableFuture<ExecResult> running = CompletableFuture.supplyAsync(
                () -> sandbox.exec(Command.shell("echo $PPID >begun; sleep 4716; exit 0")));
        await().atMost(Duration.ofSeconds(10)).until(() -> Files.exists(begun) && Files.size(begun) > 0);
        ProcessHandle.allProcesses()
                .filter(one -> one.info().commandLine().orElse("").contains("sandboxed_be"))
                .filter(one -> one.parent()
                        .map(ProcessHandle::pid)
                        .equals(Optional.of(ProcessHandle.current().pid())))
                .forEach(ProcessHandle::destroyForcibly);

        assertThat(running)
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(SandboxTransportException.class);
        assertThat(running("sleep 4716")).isEmpty();
    }

    private static List<ProcessHandle> running(String line) {
        return ProcessHandle.allProcesses()
                .filter(ProcessHandle::isAlive)
                .filter(process -> process.info().commandLine().orElse("").endsWith(line))
                .toList();
    }

    @Test
    void aSecretReachesACommandAndIsInNoCommandLine() {
        SandboxSpec spec = controller.spec().toBuilder()
                .secret("TOKEN", Secret.of("s3cr3t-word"))
                .build();
        try (Sandbox other = provider.create(spec)) {
            ExecResult result = other.exec(Command.shell(
                    "printf %s \"$TOKEN\"; cat /proc/[0-9]*/cmdline 2>/dev/null | grep -c s3cr3t-wor[d] >&2"));
            assertThat(result.stdout()).isEqualTo("s3cr3t-word");
            assertThat(result.stderr()).isEqualTo("0\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "with space", "'quote\"", "new\nline", "-dash", "$(id)", "ünï€", "a;b&c|d"})
    void aFileOfAnyNameIsWrittenReadAndListed(String name) {
        byte[] content = (name + "\0\u00ff").getBytes(StandardCharsets.UTF_8);
        sandbox.files().write("dir/" + name, content);
        assertThat(sandbox.files().readBytes("dir/" + name)).isEqualTo(content);
        assertThat(sandbox.files().list("dir")).hasSize(1);
        assertThat(sandbox.files().list("dir").get(0).path()).endsWith("/" + name);
    }

    @Test
    void aMissingDirectoryIsNamed() {
        assertThatThrownBy(() -> sandbox.exec(Command.of("true").cwd("nowhere")))
                .isInstanceOf(SandboxFileNotFoundException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void aMachineThatVanishedIsNotAnExitCode() {
        String id = sandbox.id();
        assertThat(List.of(controller.machines().toFile().list())).containsExactly(id);
        assertThat(new Controller(new HostRoute(ShellWords.split(controller.line()), ""), java.util.Map.of())
                        .call(Duration.ofSeconds(5), dev.sandboxed.api.exec.Stdin.empty(), Controller.words("kill", id))
                        .exitCode())
                .isZero();
        assertThatThrownBy(() -> sandbox.exec(Command.of("true"))).isInstanceOf(SandboxDestroyedException.class);
    }
}
