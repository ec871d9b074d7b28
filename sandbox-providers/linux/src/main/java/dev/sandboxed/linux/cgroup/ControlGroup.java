package dev.sandboxed.linux.cgroup;

import dev.sandboxed.api.Usage;
import dev.sandboxed.api.limit.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** The control group of one sandbox. Where the host lets us make none, it consists of nothing and limits nothing. */
public final class ControlGroup {

    /** How long the dead may take to leave it. */
    private static final Duration LEAVING = Duration.ofSeconds(2);

    private static final Duration LOOK = Duration.ofMillis(1);

    private final Layout layout;
    private final String name;

    ControlGroup(Layout layout, String name) {
        this.layout = layout;
        this.name = name;
    }

    /** Name its folders, whether or not they exist: what must be removed in the end. */
    public List<Path> folders() {
        return layout.foldersOf(name);
    }

    /** Name the files that a process writes a zero to in order to join it. */
    public List<Path> entrances() {
        return folders().stream()
                .map(folder -> folder.resolve(layout.entrance()))
                .toList();
    }

    /** Tell which folders programs inside look at, by where they look for them. */
    public Map<String, Path> seenAs() {
        return layout.seenAs(name);
    }

    /**
     * Make it, with limits in force. Without any there is still one on processes.
     *
     * @throws IOException if the host does not let us any more
     */
    public void make(Limits limits) throws IOException {
        for (Path folder : folders()) {
            Files.createDirectory(folder);
        }
        layout.limit(name, limits);
    }

    /** Measure; empty where the host does not count for us. */
    public Optional<Usage> usage() throws IOException {
        return layout.usage(name);
    }

    /** Give what holds its processes still; nothing where the host lets us use none. */
    public Optional<Freezer> freezer() {
        return layout.freezer(name);
    }

    /** Count how many of its processes were killed for lack of memory; none where nobody counts. */
    public long outOfMemoryKills() {
        try {
            return layout.outOfMemoryKills(name);
        } catch (IOException removedMeanwhile) {
            return 0;
        }
    }

    /**
     * Remove groups by their folders; nothing may be there. Those that were killed while they were held may die now.
     *
     * @throws IOException if one cannot be removed, since processes are in it
     */
    public static void remove(List<Path> folders) throws IOException {
        long end = System.nanoTime() + LEAVING.toNanos();
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
        } catch (IOException busy) {
            if (!patient) {
                throw busy;
            }
            letGo(Freezer.legacy(folder));
            return false;
        }
    }

    /** Let those in it go on that were held, so that they die of what has killed them; most groups hold nobody. */
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
