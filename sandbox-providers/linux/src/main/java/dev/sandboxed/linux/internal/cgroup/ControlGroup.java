package dev.sandboxed.linux.internal.cgroup;

import dev.sandboxed.api.Usage;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.linux.internal.proc.Signals;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;

/**
 * The control group of one sandbox. The kernel alone decides which processes are in it, so that none escapes. Where the host
 * lets us make none, it consists of nothing and limits nothing.
 */
public final class ControlGroup {

    /** How long the dead may take to leave it. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration LOOK = Duration.ofMillis(1);

    private final Layout layout;
    private final String name;

    ControlGroup(Layout layout, String name) {
        this.layout = layout;
        this.name = name;
    }

    /** Returns its path below the top of each hierarchy that has it, for a runtime that makes it there. */
    public String path() {
        return "/" + name;
    }

    /** Returns whether the kernel knows it. */
    public boolean exists() {
        return folders().stream().anyMatch(Files::isDirectory);
    }

    /** Returns its folders, whether or not they exist: what must be removed in the end. */
    public List<Path> folders() {
        return layout.foldersOf(name);
    }

    /** Returns the files that a process writes a zero to in order to join it. */
    public List<Path> entrances() {
        return folders().stream()
                .map(folder -> folder.resolve(layout.entrance()))
                .toList();
    }

    /** Returns which folders programs inside look at, by where they look for them. */
    public Map<String, Path> seenAs() {
        return layout.seenAs(name);
    }

    /**
     * Makes it, with limits in force. Without any there is still one on processes.
     *
     * @throws IOException if the host does not let us any more
     */
    public void make(Limits limits) throws IOException {
        for (Path folder : folders()) {
            Files.createDirectory(folder);
        }
        layout.limit(name, limits);
    }

    /**
     * Makes only what a runtime does not make, which joins the rest: the part that tells afterwards whether processes were
     * killed for lack of memory, with the limit in force. A runtime leaves it in place when the container ends.
     *
     * @throws IOException if the kernel refuses
     */
    public void prepare(Limits limits) throws IOException {
        if (limits.memory().isPresent()) {
            layout.prepareMemory(name, limits);
        }
    }

    /** Measure; empty where the host does not count for us. */
    public Optional<Usage> usage() throws IOException {
        return layout.usage(name);
    }

    /** Returns what holds its processes still; nothing where the host lets us use none. */
    public Optional<Freezer> freezer() {
        return layout.freezer(name);
    }

    /**
     * Freezes all of its processes.
     *
     * @throws IOException if they still move after a while, or the host cannot freeze them
     */
    public void freeze() throws IOException {
        freezer()
                .orElseThrow(() -> new IOException("this host cannot freeze the control group " + path()))
                .freeze();
    }

    /**
     * Kills every process in it, frozen ones included.
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
        for (Path folder : folders()) {
            try {
                GroupFiles.read(folder.resolve("cgroup.procs"))
                        .lines()
                        .map(Integer::valueOf)
                        .forEach(pids::add);
            } catch (IOException gone) {
                // Then nobody is in it.
            }
        }
        // Those of another process namespace have no number here.
        pids.remove(0);
        return pids;
    }

    /** Counts how many of its processes were killed for lack of memory; none where nobody counts. */
    public long outOfMemoryKills() {
        try {
            return layout.outOfMemoryKills(name);
        } catch (IOException removedMeanwhile) {
            return 0;
        }
    }

    /**
     * Removes it; it may be absent.
     *
     * @throws IOException if it cannot be removed, since processes are in it
     */
    public void remove() throws IOException {
        remove(folders());
    }

    /**
     * Removes groups by their folders, which may be absent. Those that were killed while they were held may die now.
     *
     * @throws IOException if one cannot be removed, since processes are in it
     */
    public static void remove(List<Path> folders) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (Path folder : folders) {
            while (!removed(folder, System.nanoTime() < end)) {
                LockSupport.parkNanos(LOOK.toNanos());
            }
        }
    }

    /** A process that has just died may still be counted. */
    private static boolean removed(Path folder, boolean patient) throws IOException {
        try {
            Files.delete(folder);
            return true;
        } catch (NoSuchFileException gone) {
            return true;
        } catch (DirectoryNotEmptyException groupsBelow) {
            throw groupsBelow;
        } catch (IOException busy) {
            if (!patient) {
                throw busy;
            }
            letGo(Freezer.legacy(folder));
            return false;
        }
    }

    /** Lets those in it go on that were held, so that they die of what has killed them; most groups hold nobody. */
    public void letGo() {
        freezer().ifPresent(ControlGroup::letGo);
    }

    private static void letGo(Freezer freezer) {
        try {
            if (Files.exists(freezer.control())) {
                freezer.thaw();
            }
        } catch (IOException gone) {
            // Whoever is gone need not be let go.
        }
    }
}
