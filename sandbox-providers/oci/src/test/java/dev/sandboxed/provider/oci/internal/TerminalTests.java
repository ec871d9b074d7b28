package dev.sandboxed.provider.oci.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.linux.internal.proc.Signals;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is special to a terminal that is passed on by a client of the runtime. */
@NeedsRuntime(Kind.RUNC)
@Timeout(60)
class TerminalTests extends WithProvider {

    private static final Executor LATER = CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS);

    TerminalTests() {
        super(Kind.RUNC);
    }

    private static BufferedReader output(Terminal terminal) {
        return new BufferedReader(new InputStreamReader(terminal.output(), StandardCharsets.UTF_8));
    }

    /** Of the clients only that one has a terminal itself. */
    private static int clientOf(Sandbox sandbox) {
        try (Stream<ProcessHandle> children = ProcessHandle.current().children()) {
            return children.filter(
                            child -> child.info().commandLine().orElse("").contains(sandbox.id()))
                    .filter(child -> input(child).startsWith("/dev/pts"))
                    .mapToInt(child -> (int) child.pid())
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Path input(ProcessHandle process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "fd", "0"));
        } catch (IOException e) {
            return Path.of("gone");
        }
    }

    @Test
    void aNewSizeIsSeenInsideAsSoonAsResizeReturnsHoweverSlowTheClientIs() throws IOException {
        try (Sandbox sandbox = create();
                Terminal terminal =
                        sandbox.terminal(Command.shell("tty; exec sleep 1000"), new TerminalSize(101, 31))) {
            String name = output(terminal).readLine();
            assertThat(said(sandbox, "stty -F " + name + " size")).isEqualTo("31 101\n");
            int client = clientOf(sandbox);

            Signals.send(client, Signal.STOP);
            CompletableFuture<Void> goesOn = CompletableFuture.runAsync(() -> Signals.send(client, Signal.CONT), LATER);
            terminal.resize(new TerminalSize(133, 57));

            assertThat(said(sandbox, "stty -F " + name + " size")).isEqualTo("57 133\n");
            goesOn.join();
        }
    }
}
