package dev.sandboxed.benchmarks.endurance;

import dev.sandboxed.benchmarks.tools.HostTraces;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * What this JVM holds at some moment.
 *
 * @param threads its threads
 * @param descriptors what it has open, without jars: one is opened for good when its first class is loaded
 * @param processes all that it has started, and what those have started
 * @param heap bytes of the heap that are in use after a collection
 * @param resident kilobytes of memory that the whole process has
 * @param classes classes that are loaded
 * @param entries files and folders in the state folder
 * @param bytes what the files there hold
 * @param temporary files and folders in the folder for temporary files
 */
record Holdings(
        long threads,
        long descriptors,
        long processes,
        long heap,
        long resident,
        long classes,
        long entries,
        long bytes,
        long temporary) {

    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final int MOST_LOOKS = 40;
    private static final long MEBIBYTE = 1L << 20;

    /**
     * Returns what is held when that has come to rest. What ends in the background, such as a question to a provider, may end
     * before it is counted; what never ends is counted.
     */
    static Holdings atRest(Path state, Path temporary) throws IOException {
        Holdings last = now(state, temporary);
        for (int i = 0; i < MOST_LOOKS; i++) {
            LockSupport.parkNanos(PAUSE.toNanos());
            Holdings next = now(state, temporary);
            if (next.isLike(last)) {
                return next;
            }
            last = next;
        }
        return last;
    }

    private boolean isLike(Holdings other) {
        return threads == other.threads
                && descriptors == other.descriptors
                && processes == other.processes
                && Math.abs(heap - other.heap) < MEBIBYTE / 10;
    }

    private static Holdings now(Path state, Path temporary) throws IOException {
        // Twice: what the first finds to be unused may hold things that the second can free.
        System.gc();
        System.gc();
        return new Holdings(
                ManagementFactory.getThreadMXBean().getThreadCount(),
                descriptorsWithoutJars(),
                ProcessHandle.current().descendants().count(),
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                residentMemory(),
                ManagementFactory.getClassLoadingMXBean().getLoadedClassCount(),
                below(state).size(),
                sizeOf(below(state)),
                below(temporary).size());
    }

    /** Compares this with what is held afterwards. */
    List<Figure> comparedWith(Holdings after) {
        return List.of(
                new Figure("threads", threads, after.threads, 0),
                new Figure("open descriptors", descriptors, after.descriptors, 0),
                new Figure("processes started and living", processes, after.processes, 0),
                // Compiled code, statistics of the JVM and classes that were first needed now are no leak.
                new Figure("heap after a collection, bytes", heap, after.heap, 5 * MEBIBYTE),
                new Figure("resident memory, KiB", resident, after.resident, 50 * 1024),
                // A way that is gone only now and then loads its classes late.
                new Figure("classes loaded", classes, after.classes, 200),
                new Figure("entries of the state folder", entries, after.entries, 0),
                new Figure("bytes in the state folder", bytes, after.bytes, 0),
                new Figure("temporary files", temporary, after.temporary, 0));
    }

    private static long descriptorsWithoutJars() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(descriptor -> !target(descriptor).endsWith(".jar"))
                    .count();
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return ".jar";
        }
    }

    private static long residentMemory() {
        return HostTraces.file("self", "status")
                .lines()
                .filter(line -> line.startsWith("VmRSS:"))
                .map(line -> line.replaceAll("[^0-9]", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The system does not tell the memory of this process"));
    }

    private static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.toList();
        }
    }

    private static long sizeOf(List<Path> files) throws IOException {
        long size = 0;
        for (Path file : files) {
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                size += Files.size(file);
            }
        }
        return size;
    }
}
