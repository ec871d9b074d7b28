package dev.sandboxed.provider.microvm.internal.ctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Stdin;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands read, with controllers that pass input on and with others, which are not told of it at all. */
@Timeout(60)
class ControllerInputTests {

    @TempDir
    Path folder;

    private ForeignController controller;

    private CtlProvider provider(boolean passesInput) throws IOException {
        controller = ForeignController.in(folder.resolve("a b'c$d"));
        return passesInput ? controller.provider("FOREIGN_INPUT", "input") : controller.provider();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStreamInWhichNothingComesHoldsNoCommandUp(boolean passesInput) throws IOException {
        try (CtlProvider provider = provider(passesInput);
                Sandbox sandbox = provider.create(controller.spec());
                PipedOutputStream unused = new PipedOutputStream();
                PipedInputStream silent = new PipedInputStream(unused)) {
            ExecResult result = sandbox.exec(
                    Command.shell("exit 4").stdin(Stdin.stream(silent)).timeout(Duration.ofSeconds(20)));

            assertThat(result.exitCode()).isEqualTo(4);
            assertThat(result.timedOut()).isFalse();
            await().atMost(Duration.ofSeconds(10)).until(() -> ours(sandbox).isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCommandIsSentMoreWhileItRuns(boolean passesInput) throws IOException {
        try (CtlProvider provider = provider(passesInput);
                Sandbox sandbox = provider.create(controller.spec());
                PipedInputStream input = new PipedInputStream()) {
            Path first = controller.folder().resolve("work/first");
            CompletableFuture<ExecResult> running = CompletableFuture.supplyAsync(
                    () -> sandbox.exec(Command.shell("read -r line; echo \"$line\" >first; cat; echo end")
                            .stdin(Stdin.stream(input))
                            .timeout(Duration.ofSeconds(30))));
            try (PipedOutputStream sender = new PipedOutputStream(input)) {
                sender.write("one\n".getBytes(StandardCharsets.UTF_8));
                sender.flush();
                await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(first) && Files.size(first) == 4);
                sender.write("two\n".getBytes(StandardCharsets.UTF_8));
            }

            assertThat(running.join().stdout()).isEqualTo("two\nend\n");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLongStreamArrivesWhole(boolean passesInput) throws IOException {
        byte[] content = "0123456789abcde\n".repeat(150_000).getBytes(StandardCharsets.UTF_8);
        try (CtlProvider provider = provider(passesInput);
                Sandbox sandbox = provider.create(controller.spec())) {
            Command sum = Command.of("cksum");
            String expected = sandbox.exec(sum.stdin(content)).stdout();
            assertThat(expected).contains(" " + content.length);
            assertThat(sandbox.exec(sum.stdin(Stdin.stream(new ByteArrayInputStream(content))))
                            .stdout())
                    .isEqualTo(expected);
            assertThat(sandbox.exec(Command.of("cat").stdin(Stdin.stream(InputStream.nullInputStream())))
                            .stdout())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStreamThatBreaksKillsItsCommand(boolean passesInput) throws IOException {
        InputStream broken = new FilterInputStream(InputStream.nullInputStream()) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                throw new IOException("torn off");
            }
        };
        try (CtlProvider provider = provider(passesInput);
                Sandbox sandbox = provider.create(controller.spec())) {
            Command command = Command.shell("cat; sleep 4713 & sleep 4713; cat >late")
                    .stdin(Stdin.stream(new SequenceInputStream(new ByteArrayInputStream(new byte[10]), broken)));

            assertThatThrownBy(() -> sandbox.exec(command))
                    .isInstanceOf(SandboxTransportException.class)
                    .hasMessageContaining("torn off");
            assertThat(ProcessHandle.allProcesses()
                            .filter(one -> one.info().commandLine().orElse("").matches(".*sleep 4713.*")))
                    .isEmpty();
        }
    }

    private static String ours(Sandbox sandbox) {
        return sandbox.exec(Command.shell("ls -A \"$TMPDIR\"/.sandboxed-*")).stdout();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aControllerIsToldOfTheWorkdirIfItUnderstands(boolean understands) throws IOException {
        controller = ForeignController.in(folder.resolve("a b'c$d"));
        try (CtlProvider provider =
                        understands ? controller.provider("FOREIGN_WORKDIR", "workdir") : controller.provider();
                Sandbox sandbox = provider.create(controller.spec())) {
            String told = Files.readString(controller.machines().resolve(sandbox.id() + "/workdir"))
                    .strip();

            assertThat(told).isEqualTo(understands ? controller.spec().workdir() : "");
            assertThat(sandbox.exec(Command.of("pwd")).stdout().strip())
                    .isEqualTo(controller.spec().workdir());
        }
        try (Stream<Path> machines = Files.list(controller.machines())) {
            assertThat(machines).isEmpty();
        }
    }
}
