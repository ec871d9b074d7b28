package dev.sandboxed.provider.local.internal.subprocess;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.linux.internal.proc.Signals;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.process.internal.terminal.HostTerminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A command on a pseudo terminal of the host, with a thread that waits for its end or its timeout. */
final class PtyTerminal implements Terminal {

    /** Not for ever: what has no size may stay so. */
    private static final String AWAIT_SIZE = """
            looks=0
            while [ "$(stty size 2>/dev/null)" = "0 0" ] && [ "$looks" -lt 500 ]; do looks=$((looks + 1)); done
            unset looks
            exec "$@"
            """;

    private final HostTerminal terminal;
    private final Process process;
    private final ProcessScope scope;
    private final String marker;
    private final Consumer<Ending> ended;
    private final CompletableFuture<Ending> ending = new CompletableFuture<>();

    private PtyTerminal(
            HostTerminal terminal, ProcessScope scope, String marker, Duration timeout, Consumer<Ending> ended) {
        this.terminal = terminal;
        this.process = terminal.process();
        this.scope = scope;
        this.marker = marker;
        this.ended = ended;
        Thread waiter = new Thread(() -> waitForEnd(timeout), "sandboxed-terminal-" + process.pid());
        waiter.setDaemon(true);
        waiter.start();
    }

    static PtyTerminal open(Launch launch, TerminalSize size, Fault fault, Consumer<Ending> ended) {
        String marker = launch.scope().nextMarker();
        Map<String, String> env = new HashMap<>(launch.env());
        env.put(ProcessScope.VARIABLE, marker);
        env.putIfAbsent("TERM", "xterm-256color");
        try {
            PtyTerminal terminal = new PtyTerminal(
                    HostTerminal.start(throughShell(launch.argv()), env, launch.cwd(), size),
                    launch.scope(),
                    marker,
                    launch.command().timeout(),
                    ended);
            if (!launch.scope().admit((int) terminal.process.pid(), marker)) {
                terminal.close();
                throw new IOException("the sandbox was closed meanwhile");
            }
            return terminal;
        } catch (IOException e) {
            throw new SandboxStartException(new Fault(
                    fault.what() + ": " + e,
                    fault.provider(),
                    fault.sandbox(),
                    "check that this host has free pseudo terminals (ls /dev/pts)",
                    e));
        }
    }

    /**
     * A shell that becomes the command tells a missing program by its code, where the library would only fail. It also waits for
     * the size, which the library sets only after the start, when the command may have looked already. It does not set the size
     * itself: that could undo a change that came soon after.
     */
    private static List<String> throughShell(List<String> argv) {
        List<String> wrapped = new ArrayList<>(List.of("/bin/sh", "-c", AWAIT_SIZE, "sandboxed"));
        wrapped.addAll(argv);
        return wrapped;
    }

    @Override
    public OutputStream input() {
        return process.getOutputStream();
    }

    @Override
    public InputStream output() {
        return process.getInputStream();
    }

    @Override
    public void resize(TerminalSize size) {
        terminal.resize(size);
    }

    @Override
    public void signal(Signal signal) {
        if (process.isAlive()) {
            Signals.send((int) process.pid(), signal);
        }
    }

    @Override
    public Ending await() {
        try {
            return ending.get();
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(
                    Fault.of("Interrupted while waiting for a terminal; its command was killed"));
        } catch (ExecutionException e) {
            throw new IllegalStateException("The end of a terminal was never told", e);
        }
    }

    @Override
    public void close() {
        scope.killMarked(marker);
        process.destroyForcibly();
        ending.join();
    }

    private void waitForEnd(Duration timeout) {
        try {
            if (process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                end(decode(process.exitValue()));
                return;
            }
            scope.killMarked(marker);
            process.destroyForcibly().waitFor();
            end(Ending.timedOut());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ending.completeExceptionally(e);
        }
    }

    /** Listeners first: whoever awaits the end may go on to the next command. */
    private void end(Ending how) {
        ended.accept(how);
        ending.complete(how);
    }

    /** The library tells death by a signal as 128 plus its number, which cannot be told from an exit with that code. */
    private static Ending decode(int exitValue) {
        return Ending.exited(exitValue & 0xff);
    }
}
