package dev.sandboxed.provider.local.internal.bubblewrap.still;

import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.linux.internal.proc.NamespaceThreads;
import dev.sandboxed.linux.internal.proc.Signals;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Holds processes by signals, for users who may make no control groups. A program can have itself woken, by another one or by
 * a timer, so that they are held is believed only if no thread has run between two looks.
 */
final class StoppedProcesses implements Hold {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(1);
    private static final int MOST_TOLD = 5;

    private final NamespaceThreads threads;
    /** Those that were told to stop; whoever has stopped by himself is left alone. */
    private final Set<Integer> told = new TreeSet<>();
    /** All threads and what they had done when they were held. */
    private Map<Integer, NamespaceThreads.Seen> held = Map.of();

    StoppedProcesses(int firstProcess) {
        this.threads = new NamespaceThreads(firstProcess);
    }

    @Override
    public void pause() throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        Map<Integer, NamespaceThreads.Seen> before = Map.of();
        Set<Integer> moving = Set.of();
        do {
            Map<Integer, NamespaceThreads.Seen> now = threads.look();
            moving = moving(now);
            if (moving.isEmpty() && now.equals(before)) {
                held = now;
                return;
            }
            before = now;
            for (int process : moving) {
                told.add(process);
                Signals.send(process, Signal.STOP);
            }
            LockSupport.parkNanos(LOOK.toNanos());
        } while (System.nanoTime() < end);
        unpause();
        throw new IOException("processes of it still move " + PATIENCE.toSeconds() + " s after they were told to stop"
                + named(moving));
    }

    private static Set<Integer> moving(Map<Integer, NamespaceThreads.Seen> seen) {
        return seen.values().stream()
                .filter(thread -> !thread.still())
                .map(NamespaceThreads.Seen::process)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String named(Set<Integer> processes) {
        return processes.stream()
                .limit(MOST_TOLD)
                .map(String::valueOf)
                .collect(
                        Collectors.joining(", ", ": on the host they are ", processes.size() > MOST_TOLD ? ", …" : ""));
    }

    @Override
    public void check() throws IOException {
        Map<Integer, NamespaceThreads.Seen> now = threads.look();
        if (!now.equals(held)) {
            throw new IOException("processes of it went on although they had been told to stop" + named(moving(now)));
        }
    }

    @Override
    public void unpause() {
        Set<Integer> alive = threads.processes();
        told.stream().filter(alive::contains).forEach(process -> Signals.send(process, Signal.CONT));
        told.clear();
    }

    @Override
    public String remedy() {
        return "end the processes that wake each other, or run the tests as a user who may make control groups, which"
                + " hold everything";
    }
}
