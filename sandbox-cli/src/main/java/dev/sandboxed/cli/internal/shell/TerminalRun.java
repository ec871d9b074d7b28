package dev.sandboxed.cli.internal.shell;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.core.internal.health.BackgroundThread;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Connects a person's terminal with one in a sandbox.
 *
 * @param local the person's terminal
 * @param in what is typed there
 * @param out what is shown there
 */
public record TerminalRun(LocalTerminal local, InputStream in, OutputStream out) {

    private static final Logger LOG = System.getLogger(TerminalRun.class.getName());

    /**
     * Runs a command until it ends.
     *
     * @throws IOException if what it shows cannot be shown; the command is killed
     */
    public Ending run(Sandbox sandbox, Command command) throws IOException {
        TerminalSize size = local.size();
        CountDownLatch ended = new CountDownLatch(1);
        try (Terminal terminal = sandbox.terminal(command, size)) {
            BackgroundThread.start("sandboxed-keyboard", () -> type(terminal));
            BackgroundThread.start("sandboxed-size", () -> follow(terminal, size, ended));
            copy(terminal.output(), out);
            return terminal.await();
        } finally {
            ended.countDown();
        }
    }

    private void type(Terminal terminal) {
        try {
            copy(in, terminal.input());
        } catch (IOException | SandboxException hasEnded) {
            LOG.log(Level.DEBUG, "Nothing reads any more what is typed", hasEnded);
        }
    }

    /** The JVM tells nobody when a window gets another size, so it is looked at. */
    private void follow(Terminal terminal, TerminalSize first, CountDownLatch ended) {
        TerminalSize known = first;
        try {
            while (!ended.await(1, TimeUnit.SECONDS)) {
                TerminalSize now = local.size();
                if (!now.equals(known)) {
                    terminal.resize(now);
                    known = now;
                }
            }
        } catch (InterruptedException | IOException | SandboxException e) {
            LOG.log(Level.DEBUG, "The terminal inside keeps the size that it has", e);
        }
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[8192];
        for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
            to.write(buffer, 0, count);
            to.flush();
        }
    }
}
