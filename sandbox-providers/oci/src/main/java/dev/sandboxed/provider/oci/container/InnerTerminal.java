package dev.sandboxed.provider.oci.container;

import dev.sandboxed.api.exec.TerminalSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The terminal of a process inside, as far as the host's kernel knows it.
 *
 * <p>The client of runc is told by a signal that its own terminal has another size, and passes that on to the one inside a
 * little later. That one is the standard input of the client's only child. The client of gVisor has no child: there the
 * terminal inside is the client's own, and there is nothing to wait for.
 */
final class InnerTerminal {

    /** The client is a program of the host, and nothing inside can keep it from its work. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration PAUSE = Duration.ofMillis(5);

    private final Process client;

    InnerTerminal(Process client) {
        this.client = client;
    }

    /**
     * Wait until the terminal inside has a size. Gives up when the client ends, the thread is interrupted, or after a few
     * seconds.
     */
    void awaitSize(TerminalSize size) {
        Optional<Path> terminal = find();
        String wanted = size.rows() + " " + size.columns();
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (terminal.isPresent() && !sizeOf(terminal.get()).equals(wanted) && System.nanoTime() < end) {
                if (client.waitFor(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // There is no stty on this host: the size comes as soon as the client passes it on, and nobody can wait for
            // it.
        }
    }

    private Optional<Path> find() {
        try (Stream<ProcessHandle> children =
                ProcessHandle.of(client.pid()).stream().flatMap(ProcessHandle::children)) {
            return children.map(child -> Path.of("/proc", Long.toString(child.pid()), "fd", "0"))
                    .filter(InnerTerminal::isTerminal)
                    .findFirst();
        }
    }

    /** Whoever opens something else may wait for ever, as for the other end of a pipe. */
    private static boolean isTerminal(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).startsWith("/dev/pts");
        } catch (IOException e) {
            return false;
        }
    }

    /** In our own session: the first process of a new one would take the terminal for itself if nobody had it yet. */
    private static String sizeOf(Path terminal) throws IOException, InterruptedException {
        Process stty = new ProcessBuilder(List.of("stty", "-F", terminal.toString(), "size"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            stty.getOutputStream().close();
            String said = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            stty.waitFor();
            return said.strip();
        } finally {
            stty.destroyForcibly();
        }
    }
}
