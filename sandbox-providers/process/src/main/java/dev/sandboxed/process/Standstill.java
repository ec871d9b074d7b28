package dev.sandboxed.process;

import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.linux.internal.proc.ProcessTable;
import dev.sandboxed.linux.internal.proc.Signals;
import dev.sandboxed.linux.internal.proc.ThreadStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Stops processes by signals, and knows whether they really stand still, all threads of all of them at one moment. */
final class Standstill {

    /** How long it may take. */
    static final Duration LONGEST = Duration.ofSeconds(5);

    /** After how many looks those that are held are let go for a moment; each time it takes twice as many. */
    private static final int FIRST_LOOKS = 16;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);

    private final Set<Integer> held = ConcurrentHashMap.newKeySet();

    /** Stops one process, which {@link #end} lets go. */
    void hold(int pid) {
        held.add(pid);
        Signals.send(pid, Signal.STOP);
    }

    /** Lets those go that were stopped here. */
    void end(Collection<ProcessTable.Entry> members) {
        members.stream()
                .map(ProcessTable.Entry::pid)
                .filter(held::remove)
                .forEach(pid -> Signals.send(pid, Signal.CONT));
    }

    /**
     * Stops processes until none moves.
     *
     * <p>At one look, each may have been stopped when it was looked at and woken right afterwards by the next one. Between two
     * looks at which nothing differs, not even how often each thread has run, lies a moment at which all stood still, and
     * then nobody was left to wake one.
     *
     * @param members tells which ones there are now
     * @return those that still move when the time is up; empty if all stand still
     */
    Set<Integer> bringAbout(Supplier<List<ProcessTable.Entry>> members) {
        if (!ProcessTable.knowsThreads()) {
            members.get().forEach(entry -> hold(entry.pid()));
            return Set.of();
        }
        long end = System.nanoTime() + LONGEST.toNanos();
        int looks = 0;
        int enough = FIRST_LOOKS;
        Look earlier = Look.NOTHING;
        while (true) {
            List<ProcessTable.Entry> all = members.get();
            Look look = Look.at(all);
            Set<Integer> moved = look.movedSince(earlier);
            if (moved.isEmpty() || System.nanoTime() > end) {
                return moved;
            }
            if (++looks < enough) {
                look.moving().forEach(this::hold);
            } else {
                // Who starts a program waits in the kernel until the child has become that program. If the child is
                // held
                // before, neither gets any further.
                end(all);
                enough *= 2;
                looks = 0;
            }
            earlier = look;
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }

    /**
     * What was seen at one look.
     *
     * @param stopped how often each thread has run, by the processes that were stopped
     * @param moving those that were not
     */
    private record Look(Map<Integer, Map<String, Long>> stopped, Set<Integer> moving) {

        static final Look NOTHING = new Look(Map.of(), Set.of());

        static Look at(List<ProcessTable.Entry> members) {
            Look look = new Look(new HashMap<>(), new HashSet<>());
            for (ProcessTable.Entry member : members) {
                ThreadStatus.switchesIfStopped(member.pid())
                        .ifPresentOrElse(
                                switches -> look.stopped.put(member.pid(), switches),
                                () -> look.moving.add(member.pid()));
            }
            return look;
        }

        /** Returns those that may have moved since then: they came, went or ran. */
        Set<Integer> movedSince(Look earlier) {
            Set<Integer> moved = new HashSet<>(moving);
            moved.addAll(stopped.keySet());
            moved.addAll(earlier.stopped.keySet());
            moved.removeIf(pid -> stopped.containsKey(pid) && stopped.get(pid).equals(earlier.stopped.get(pid)));
            return moved;
        }
    }
}
