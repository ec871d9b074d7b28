package dev.sandboxed.provider.oci.cgroup;

import dev.sandboxed.api.Usage;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.linux.proc.Signals;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;

/** The control group of one container. The kernel alone decides which processes are in it, so that none escapes. */
public final class ControlGroup {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration ATTEMPT = Duration.ofMillis(200);
    private static final Duration LOOK = Duration.ofMillis(1);

    private final GroupFiles files;

    /** Speak of the group of a sandbox, which need not be there. */
    public ControlGroup(String sandbox) {
        this.files = new GroupFiles("sandboxed-" + sandbox);
    }

    /** Tell which controllers this host has; none if it has no control groups. */
    public static Set<String> controllers() {
        return GroupFiles.controllers();
    }

    /** Give its path below the place where groups are mounted. */
    public String path() {
        return "/" + files.name();
    }

    public boolean exists() {
        return !files.folders().isEmpty();
    }

    /**
     * Kill every process in it, held ones included.
     *
     * @return whether none is left
     */
    public boolean killAll() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        Set<Integer> left = processes();
        while (!left.isEmpty() && System.nanoTime() < end) {
            left.forEach(pid -> Signals.send(pid, Signal.KILL));
            letGo();
            LockSupport.parkNanos(LOOK.toNanos());
            left = processes();
        }
        return left.isEmpty();
    }

    private Set<Integer> processes() {
        Set<Integer> pids = new TreeSet<>();
        for (Path folder : files.folders()) {
            GroupFiles.read(folder.resolve("cgroup.procs"))
                    .ifPresent(text -> text.lines().map(Integer::valueOf).forEach(pids::add));
        }
        // Those of another world have no number here.
        pids.remove(0);
        return pids;
    }

    /**
     * Remove it, once all of its processes are gone.
     *
     * @throws IOException if it is still in use after a while
     */
    public void remove() throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (Path folder : files.folders()) {
            boolean gone = false;
            while (!gone) {
                gone = remove(folder, System.nanoTime() > end);
            }
        }
    }

    /** The dead stay in a group until they are buried. */
    private static boolean remove(Path folder, boolean lastTry) throws IOException {
        try {
            Files.deleteIfExists(folder);
            return true;
        } catch (DirectoryNotEmptyException e) {
            throw e;
        } catch (FileSystemException e) {
            if (lastTry) {
                throw e;
            }
            LockSupport.parkNanos(LOOK.toNanos());
            return false;
        }
    }

    /**
     * Hold all of its processes still.
     *
     * @throws IOException if they still move after a while
     */
    public void hold() throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            freeze("FROZEN", "1");
            if (isHeldWithin(ATTEMPT)) {
                return;
            }
            // The kernel's own advice for one that is stuck half way.
            letGo();
        }
        throw new IOException("the processes in control group " + path() + " still move after " + PATIENCE);
    }

    private boolean isHeldWithin(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        boolean held = isHeld();
        while (!held && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK.toNanos());
            held = isHeld();
        }
        return held;
    }

    private boolean isHeld() {
        return files.text("freezer.state")
                .map(state -> state.strip().equals("FROZEN"))
                .orElseGet(() -> files.field("cgroup.events", "frozen") == 1);
    }

    /** Let all of its processes go on. */
    public void letGo() {
        try {
            freeze("THAWED", "0");
        } catch (IOException gone) {
            // Whoever is gone needs not be let go.
        }
    }

    private void freeze(String old, String unified) throws IOException {
        Optional<Path> state = files.file("freezer.state");
        Path file = state.or(() -> files.file("cgroup.freeze")).orElseThrow(() -> new NoSuchFileException(path()));
        GroupFiles.write(file, state.isPresent() ? old : unified);
    }

    /** Tell how many of its processes the kernel has killed for lack of memory. */
    public long killsForMemory() {
        return Math.max(files.field("memory.oom_control", "oom_kill"), files.field("memory.events", "oom_kill"));
    }

    /** Measure what its processes use, and what all that ever were in it have used. */
    public Usage usage() {
        long nanos = files.number("cpuacct.usage").orElseGet(() -> files.field("cpu.stat", "usage_usec") * 1000);
        long memory = files.number("memory.usage_in_bytes", "memory.current").orElse(0L);
        long peak = files.number("memory.max_usage_in_bytes", "memory.peak").orElse(0L);
        int count = files.number("pids.current")
                .orElseGet(() -> (long) processes().size())
                .intValue();
        return new Usage(
                Duration.ofNanos(nanos), DataSize.ofBytes(memory), DataSize.ofBytes(Math.max(memory, peak)), count);
    }
}
