package dev.sandboxed.linux.internal.cgroup;

import dev.sandboxed.api.Usage;
import dev.sandboxed.api.limit.Limits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How control groups lie on a host: all in one tree, or in one for each controller. */
sealed interface Layout permits LegacyLayout, UnifiedLayout {

    /** A host survives that many processes, and hardly any test needs more. */
    int DEFAULT_PROCESSES = 1024;

    /** The time over which a share of the processors is counted. */
    long CPU_PERIOD_MICROS = 100_000;

    /** Returns what can be limited. */
    Set<Controller> controllers();

    /** Returns the folders that a group with this name consists of. */
    List<Path> foldersOf(String name);

    /** Returns the file in each folder that a process with one thread writes a zero to in order to join. */
    String entrance();

    /** Puts limits in force; the folders exist. */
    void limit(String name, Limits limits) throws IOException;

    /** Makes the part of a group that limits memory and counts who was killed for it; the spec has such a limit. */
    void prepareMemory(String name, Limits limits) throws IOException;

    /** Measure; empty where memory is not counted. */
    Optional<Usage> usage(String name) throws IOException;

    /** Counts how many processes were killed for lack of memory. */
    long outOfMemoryKills(String name) throws IOException;

    /** Returns whether groups made here can be frozen. */
    boolean canFreeze();

    /** Returns what holds its processes still; nothing where the host lets us use none. */
    Optional<Freezer> freezer(String name);

    /** Returns which folders programs inside look at, by where they look for them. */
    Map<String, Path> seenAs(String name);

    static long cpuQuotaMicros(double cpus) {
        return Math.max(1000, Math.round(cpus * CPU_PERIOD_MICROS));
    }
}
