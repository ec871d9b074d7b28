package dev.sandboxed.provider.kubernetes.internal;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.guest.exec.GuestCommands;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;

/**
 * A terminal whose new size is there when it was asked for. The cluster says nothing when it has passed a size on, and what is typed
 * may be there before.
 *
 * @param terminal the terminal
 * @param commands what runs commands beside it
 */
record ResizedTerminal(Terminal terminal, GuestCommands commands) implements Terminal {

    /** Where there is no stty nobody can look. */
    private static final String LOOK = "command -v stty >/dev/null || exit 0; for each in /dev/pts/[0-9]*; do"
            + " [ \"$(stty -F \"$each\" size 2>/dev/null)\" = \"$1\" ] && exit 0; done; exit 1";

    private static final long LONGEST = TimeUnit.SECONDS.toNanos(3);

    @Override
    public void resize(TerminalSize size) {
        terminal.resize(size);
        Command look = Command.of("/bin/sh", "-c", LOOK, "sh", size.rows() + " " + size.columns())
                .cwd("/");
        long latest = System.nanoTime() + LONGEST;
        while (!commands.run(look).succeeded() && System.nanoTime() < latest) {
            Thread.onSpinWait();
        }
    }

    @Override
    public OutputStream input() {
        return terminal.input();
    }

    @Override
    public InputStream output() {
        return terminal.output();
    }

    @Override
    public void signal(Signal signal) {
        terminal.signal(signal);
    }

    @Override
    public Ending await() {
        return terminal.await();
    }

    @Override
    public void close() {
        terminal.close();
    }
}
