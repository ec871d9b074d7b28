package dev.sandboxed.process.internal.terminal;

import com.pty4j.PtyProcess;
import com.pty4j.PtyProcessBuilder;
import com.pty4j.WinSize;
import dev.sandboxed.api.exec.TerminalSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A process of the host on a pseudo terminal of its own: both its outputs are one. */
public final class HostTerminal {

    private final PtyProcess process;

    private HostTerminal(PtyProcess process) {
        this.process = process;
    }

    /**
     * Starts a process.
     *
     * @param argv the program, and what it is told
     * @param env its whole environment
     * @param cwd where it starts; must exist
     * @param size what its terminal has; set just after its start, so that its very first look may come too early
     * @throws IOException if there is no such program, no free terminal, or the terminal library cannot be loaded here
     */
    public static HostTerminal start(List<String> argv, Map<String, String> env, Path cwd, TerminalSize size)
            throws IOException {
        PtyLibrary.require();
        try {
            return startUnprepared(argv, env, cwd, size);
        } catch (IOException e) {
            // The library's own words do not say what it was about.
            throw new IOException("Cannot start '" + argv.get(0) + "' on a terminal: " + e.getMessage(), e);
        }
    }

    /** Starts a process, whether or not the library is loaded already. */
    static HostTerminal startUnprepared(List<String> argv, Map<String, String> env, Path cwd, TerminalSize size)
            throws IOException {
        return new HostTerminal(new PtyProcessBuilder(argv.toArray(new String[0]))
                .setEnvironment(env)
                .setDirectory(cwd.toString())
                .setInitialColumns(size.columns())
                .setInitialRows(size.rows())
                .setRedirectErrorStream(true)
                .start());
    }

    /** Returns the process; death by a signal is told as an exit with 128 and the signal's number. */
    public Process process() {
        return process;
    }

    /**
     * Changes the size; the foreground process is told.
     *
     * @throws IllegalStateException if the terminal is gone
     */
    public void resize(TerminalSize size) {
        process.setWinSize(new WinSize(size.columns(), size.rows()));
    }
}
