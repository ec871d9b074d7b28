package dev.sandboxed.process.internal.terminal;

import com.pty4j.PtyProcess;
import com.pty4j.PtyProcessBuilder;
import com.pty4j.WinSize;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.linux.internal.proc.OwnProcess;
import dev.sandboxed.process.internal.posix.Starts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A process of the host on a pseudo terminal of its own: both its outputs are one. */
public final class HostTerminal {

    /** Far more than it takes; a process that is held for longer than this keeps nobody from using it. */
    private static final Duration TO_BECOME_ITS_PROGRAM = Duration.ofSeconds(1);

    private static final Duration BETWEEN_LOOKS = Duration.ofNanos(100_000);

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
        PtyProcessBuilder builder = new PtyProcessBuilder(argv.toArray(new String[0]))
                .setEnvironment(env)
                .setDirectory(cwd.toString())
                .setInitialColumns(size.columns())
                .setInitialRows(size.rows())
                .setRedirectErrorStream(true);
        return new HostTerminal(Starts.during(() -> {
            PtyProcess process = builder.start();
            awaitProgram(process);
            return process;
        }));
    }

    /** Waits until a process has become its program: the library returns it before. */
    private static void awaitProgram(PtyProcess process) {
        long end = System.nanoTime() + TO_BECOME_ITS_PROGRAM.toNanos();
        while (OwnProcess.isCopiedBy(process.pid()) && System.nanoTime() < end) {
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
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
