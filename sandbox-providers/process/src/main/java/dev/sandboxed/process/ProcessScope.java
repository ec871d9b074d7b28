package dev.sandboxed.process;

import dev.sandboxed.api.Usage;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.linux.internal.proc.ProcessTable;
import dev.sandboxed.linux.internal.proc.Signals;
import dev.sandboxed.linux.internal.proc.ThreadStatus;
import dev.sandboxed.process.internal.posix.Child;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * All processes that were started for one purpose, however far they wandered from their parents.
 *
 * <p>A process belongs to it when its environment carries the scope's marker, which children inherit; when it is in the
 * session of a command that still runs; or when its parent belongs to it. One that clears its environment and outlives
 * the command that started it is not found: that takes a namespace, not a bare process.
 */
public final class ProcessScope {

    /** The variable that carries the marker. */
    public static final String VARIABLE = "SANDBOXED";

    private static final Duration KILL_LIMIT = Duration.ofSeconds(5);
    private static final Duration FIRST_PAUSE = Duration.ofNanos(200_000);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(5);
    private static final int MOST_NAMED = 5;
    private static final int SELF = (int) ProcessHandle.current().pid();

    private final String marker;
    private final AtomicLong commands = new AtomicLong();
    private final Set<Child> running = ConcurrentHashMap.newKeySet();
    private final AtomicInteger holds = new AtomicInteger();
    private final Standstill standstill = new Standstill();
    private volatile boolean closed;
    private final AtomicLong endedCpuNanos = new AtomicLong();
    private final AtomicLong highestCpuNanos = new AtomicLong();
    private final AtomicLong peakMemory = new AtomicLong();

    /** Creates a scope whose marker nobody else uses. */
    public ProcessScope(String marker) {
        this.marker = marker;
    }

    /** Returns the value of {@link #VARIABLE} for one more command of this scope. */
    public String nextMarker() {
        return marker + "/" + commands.incrementAndGet();
    }

    /** Takes in a command that was just started; one that comes too late is dealt with as all the others were. */
    void began(Child child, String commandMarker) {
        running.add(child);
        if (closed) {
            killCommand(child, commandMarker);
        } else if (holds.get() > 0) {
            standstill.hold(child.pid());
        }
    }

    void ended(Child child) {
        running.remove(child);
        endedCpuNanos.addAndGet(child.usage().cpuTime().toNanos());
    }

    /** Looks now and then at a command that runs: once it has ended, nobody can tell how much memory it had. */
    void sample(Child child) {
        peakMemory.accumulateAndGet(ThreadStatus.peakMemory(child.pid()), Math::max);
    }

    /** Kills every process, and each that is started from now on; true when none is left. */
    public boolean close() {
        closed = true;
        return killAll();
    }

    /** Kills every process that there is; true when none is left. */
    public boolean killAll() {
        return killAll(() -> members(marker, sessions()));
    }

    /** Kills what one command started, and nothing else of the scope. */
    boolean killCommand(Child child, String commandMarker) {
        child.killGroup();
        return killAll(() -> members(commandMarker, Set.of(child.pid())));
    }

    /**
     * Takes in a process that was not started by {@link ProcessRunner} and carries the marker of one command.
     *
     * @return false if the scope is closed already; the process is dead by then
     */
    public boolean admit(int pid, String commandMarker) {
        if (closed) {
            killMarked(commandMarker);
            return false;
        }
        if (holds.get() > 0) {
            standstill.hold(pid);
        }
        return true;
    }

    /** Kills what carries the marker of one command that was not started by {@link ProcessRunner}. */
    public boolean killMarked(String commandMarker) {
        return killAll(() -> members(commandMarker, Set.of()));
    }

    /**
     * Holds every process still, and each that is started until {@link #letGoAll} has been called as often as this.
     *
     * <p>A process that was held by somebody else already is left to them.
     *
     * @throws SandboxTransportException if some go on all the same, as those do that wake each other in turn; none is held
     *     by this call then
     */
    public void holdAll() {
        holds.incrementAndGet();
        Set<Integer> moving = standstill.bringAbout(() -> members(marker, sessions()));
        if (!moving.isEmpty()) {
            letGoAll();
            throw new SandboxTransportException(Fault.of("Some processes could not be held still within "
                            + Standstill.LONGEST.toSeconds() + " s: "
                            + moving.stream()
                                    .sorted()
                                    .limit(MOST_NAMED)
                                    .map(ThreadStatus::describe)
                                    .collect(Collectors.joining(", ")))
                    .sandbox(marker)
                    .remedy("end them first: processes that wake each other, or wait in the kernel, cannot be held"));
        }
    }

    /** Lets every process go on that was held here, once nobody wants it held any more. */
    public void letGoAll() {
        if (holds.updateAndGet(count -> Math.max(0, count - 1)) > 0) {
            return;
        }
        standstill.end(members(marker, sessions()));
    }

    /** Measures what all processes use now, and what those that ended have used. */
    public Usage usage() {
        // Whoever is waited for between the look at its parent and that at itself is in neither; the next look finds
        // it.
        long earlier = cpuTicks(members(marker, sessions()));
        List<ProcessTable.Entry> alive = members(marker, sessions());
        long ticks = Math.max(earlier, cpuTicks(alive));
        long memory =
                alive.stream().mapToLong(ProcessTable.Entry::residentPages).sum() * Signals.pageSize();
        long highest =
                alive.stream().mapToLong(ProcessTable.Entry::peakMemory).max().orElse(0);
        long peak = peakMemory.accumulateAndGet(Math.max(memory, highest), Math::max);
        long nanos = endedCpuNanos.get() + ticks * (1_000_000_000L / Signals.ticksPerSecond());
        Duration cpu = Duration.ofNanos(highestCpuNanos.accumulateAndGet(nanos, Math::max));
        return new Usage(cpu, DataSize.ofBytes(memory), DataSize.ofBytes(peak), alive.size());
    }

    private static long cpuTicks(List<ProcessTable.Entry> processes) {
        return processes.stream().mapToLong(ProcessTable.Entry::cpuTicks).sum();
    }

    private Set<Integer> sessions() {
        Set<Integer> leaders = new HashSet<>();
        running.forEach(child -> leaders.add(child.pid()));
        return leaders;
    }

    private static List<ProcessTable.Entry> members(String marker, Set<Integer> sessions) {
        List<ProcessTable.Entry> all = ProcessTable.read();
        Set<Integer> found = new HashSet<>();
        Predicate<ProcessTable.Entry> marked = entry ->
                sessions.contains(entry.pid()) || sessions.contains(entry.session()) || entry.carries(VARIABLE, marker);
        all.stream().filter(marked).forEach(entry -> found.add(entry.pid()));
        boolean grew = !found.isEmpty();
        while (grew) {
            grew = false;
            for (ProcessTable.Entry entry : all) {
                grew |= found.contains(entry.parent()) && found.add(entry.pid());
            }
        }
        found.remove(SELF);
        return all.stream().filter(entry -> found.contains(entry.pid())).toList();
    }

    /**
     * Kills all processes of a user, by number: one that was made up for them, where they do not keep their environment.
     *
     * @return whether all of them are dead
     */
    public static boolean killAllOf(int user) {
        return killAll(() ->
                ProcessTable.read().stream().filter(entry -> entry.runsAs(user)).toList());
    }

    private static boolean killAll(Supplier<List<ProcessTable.Entry>> members) {
        long end = System.nanoTime() + KILL_LIMIT.toNanos();
        long pause = 0;
        List<ProcessTable.Entry> left = members.get();
        while (!left.isEmpty() && System.nanoTime() < end) {
            left.forEach(entry -> Signals.send(entry.pid(), Signal.KILL));
            // Whoever was killed needs a processor to die, which we would otherwise keep busy with looking.
            LockSupport.parkNanos(pause);
            pause = Math.min(LONGEST_PAUSE.toNanos(), pause * 2 + FIRST_PAUSE.toNanos());
            left = members.get();
        }
        return left.isEmpty();
    }
}
