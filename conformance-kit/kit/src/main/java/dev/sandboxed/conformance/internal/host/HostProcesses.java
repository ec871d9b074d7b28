package dev.sandboxed.conformance.internal.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** The processes that can be seen on the host. */
public final class HostProcesses {

    private HostProcesses() {}

    /**
     * Returns whether a process is there whose command line has a word in it.
     *
     * <p>Processes behind a kernel of their own, or on another machine, cannot be seen this way.
     */
    public static boolean anyWith(String word) {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.anyMatch(
                    process -> process.info().commandLine().orElse("").contains(word));
        }
    }

    /**
     * Returns whether a process is there that has a thread with a word in its command line. Where the first thread of a
     * process has ended, only the others still have one.
     */
    public static boolean anyThreadWith(String word) {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.anyMatch(process -> threads(process.pid()).anyMatch(line -> line.contains(word)));
        }
    }

    /** Returns the command lines of the threads of a process; none where it is gone meanwhile. */
    private static Stream<String> threads(long pid) {
        Path[] found = {};
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            found = tasks.toArray(Path[]::new);
        } catch (IOException | UncheckedIOException gone) {
            // A process that is no more has no threads.
        }
        return Arrays.stream(found).map(task -> HostFacts.text(task.resolve("cmdline")));
    }
}
