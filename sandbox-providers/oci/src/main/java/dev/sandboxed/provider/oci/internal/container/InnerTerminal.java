package dev.sandboxed.provider.oci.internal.container;

import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.linux.internal.proc.ProcessTerminal;
import java.time.Duration;
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
     * Waits until the terminal inside has a size. Gives up when the client ends, the thread is interrupted, or after a few
     * seconds.
     */
    void awaitSize(TerminalSize size) {
        Optional<ProcessTerminal> terminal = find();
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (terminal.isPresent() && !terminal.get().hasSize(size) && System.nanoTime() < end) {
                if (client.waitFor(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<ProcessTerminal> find() {
        try (Stream<ProcessHandle> children =
                ProcessHandle.of(client.pid()).stream().flatMap(ProcessHandle::children)) {
            return children.flatMap(child -> ProcessTerminal.of(child.pid()).stream())
                    .findFirst();
        }
    }
}
