package dev.sandboxed.linux.internal.proc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What {@code /proc} tells of a thread in words. */
public final class ThreadStatus {

    /** The states of a thread that has ended. */
    static final Set<String> ENDED = Set.of("Z", "X");

    private static final Set<String> STOPPED = Set.of("T", "t");

    private final Map<String, String> values = new HashMap<>();

    private ThreadStatus(Path folder) throws IOException {
        for (String line : Files.readAllLines(folder.resolve("status"), StandardCharsets.ISO_8859_1)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                values.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        }
    }

    /**
     * Returns how often each thread of a process has left its processor; empty unless all of them are stopped. One that is
     * stopped at two looks and has the same number at both has not run in between.
     */
    public static Optional<Map<String, Long>> switchesIfStopped(int pid) {
        Map<String, Long> switches = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(ProcessTable.PROC.resolve(pid + "/task"))) {
            for (Path thread : threads) {
                ThreadStatus status = new ThreadStatus(thread);
                if (STOPPED.contains(status.state())) {
                    switches.put(
                            String.valueOf(thread.getFileName()),
                            status.number("voluntary_ctxt_switches") + status.number("nonvoluntary_ctxt_switches"));
                } else if (!ENDED.contains(status.state())) {
                    return Optional.empty();
                }
            }
            return Optional.of(switches);
        } catch (IOException | DirectoryIteratorException changing) {
            // A thread has ended meanwhile, so it was not stopped.
            return Optional.empty();
        }
    }

    /** Returns a process and what it is doing, as far as that can be told. */
    public static String describe(int pid) {
        try {
            ThreadStatus status = new ThreadStatus(ProcessTable.PROC.resolve(String.valueOf(pid)));
            return pid + " (" + status.values.get("Name") + ", state " + status.values.get("State") + ")";
        } catch (IOException ended) {
            return pid + " (ended)";
        }
    }

    /** Returns the largest memory that a process has had at once, in bytes; zero where nobody knows. */
    public static long peakMemory(int pid) {
        return peakMemory(ProcessTable.PROC.resolve(String.valueOf(pid)));
    }

    /** Returns the largest memory that the process of a thread has had at once, in bytes; zero where nobody knows. */
    static long peakMemory(Path folder) {
        try {
            return new ThreadStatus(folder).number("VmHWM") * 1024;
        } catch (IOException endedOrUnknown) {
            return 0;
        }
    }

    private String state() {
        return values.getOrDefault("State", "?").substring(0, 1);
    }

    private long number(String name) {
        String digits = values.getOrDefault(name, "0").replaceAll("[^0-9]", "");
        return Long.parseLong(digits);
    }
}
