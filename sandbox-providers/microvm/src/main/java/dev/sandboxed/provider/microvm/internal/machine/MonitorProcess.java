package dev.sandboxed.provider.microvm.internal.machine;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.linux.internal.network.NetworkNamespace;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.process.internal.host.HostProcess;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** The process of a monitor. What it prints, the console of its machine among that, is read all the time and mostly forgotten. */
public final class MonitorProcess {

    private static final Logger LOG = System.getLogger(MonitorProcess.class.getName());
    private static final Duration TO_DIE = Duration.ofSeconds(5);
    private static final int TAIL = 16 * 1024;
    /** Whoever says something says so; this is for the end, which nobody tells. */
    private static final int LOOK_MILLIS = 50;

    private final Process process;
    private final Path folder;
    private final StringBuilder tail = new StringBuilder();

    private MonitorProcess(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
        follow(process.getInputStream(), "console");
        follow(process.getErrorStream(), "monitor");
    }

    /**
     * Starts one, marked as the sandbox's, so that whoever reaps finds it.
     *
     * @throws IOException if there is no such program, or no process can be made
     */
    public static MonitorProcess start(List<String> argv, String id, Path folder) throws IOException {
        Map<String, String> env = Map.of("PATH", HostPrograms.USUAL_PATH, ProcessScope.VARIABLE, id);
        return new MonitorProcess(HostProcess.startInOwnSession(argv, env, folder), folder);
    }

    /** Starts the one of a machine, where the device is that the machine is attached to; otherwise as the other. */
    public static MonitorProcess start(List<String> argv, MachinePlan plan) throws IOException {
        List<String> there =
                plan.link().map(link -> link.namespace().running(argv)).orElse(argv);
        return start(there, plan.id(), plan.folder());
    }

    private void follow(InputStream stream, String name) {
        DaemonThread.start("sandboxed-" + name + "-" + process.pid(), () -> {
            try (stream) {
                byte[] piece = new byte[4096];
                for (int count = stream.read(piece); count >= 0; count = stream.read(piece)) {
                    keep(new String(piece, 0, count, StandardCharsets.ISO_8859_1));
                }
            } catch (IOException e) {
                keep("\n" + e.getMessage());
            }
        });
    }

    private void keep(String text) {
        synchronized (tail) {
            tail.append(text);
            if (tail.length() > 2 * TAIL) {
                tail.delete(0, tail.length() - TAIL);
            }
            tail.notifyAll();
        }
    }

    /**
     * Waits until something was said, not long ago.
     *
     * @return whether it was; if not, the process ended, or the time is up
     * @throws SandboxInterruptedException if the thread is interrupted
     */
    boolean await(String words, Deadline deadline) {
        synchronized (tail) {
            while (true) {
                boolean said = tail.indexOf(words) >= 0;
                if (said || deadline.hasPassed() || !isAlive()) {
                    return said;
                }
                try {
                    tail.wait(LOOK_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new SandboxInterruptedException(Fault.of("Interrupted while the machine was started")
                            .cause(e));
                }
            }
        }
    }

    /** Returns the last lines, without what no log should hold. */
    public String lastWords() {
        synchronized (tail) {
            return tail.toString()
                    .replace("\r", "")
                    .replaceAll("[^\\n\\t -~]", "?")
                    .strip();
        }
    }

    /** Returns the network that it is in. */
    public NetworkNamespace network() {
        return NetworkNamespace.of(process.pid());
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for its end; empty if it goes on. */
    public OptionalInt exitCode(Duration limit) {
        try {
            return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)
                    ? OptionalInt.of(process.exitValue())
                    : OptionalInt.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalInt.empty();
        }
    }

    /** Kills it and waits for its end. */
    public void kill() {
        process.destroyForcibly();
        exitCode(TO_DIE);
        try {
            SocketPath.forget(folder);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "A link to the sockets of a machine is left", e);
        }
    }
}
