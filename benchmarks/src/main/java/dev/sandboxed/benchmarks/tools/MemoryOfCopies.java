package dev.sandboxed.benchmarks.tools;

import java.util.List;
import java.util.Locale;

/** What machines take of the host's memory: what several of them share counts in equal parts for each. */
public final class MemoryOfCopies implements Line {

    private static final double KIBIBYTES = 1024;

    private final int count;
    private final double mebibytes;

    /** Measures those that are there now. */
    public MemoryOfCopies(List<String> ids) {
        this.count = ids.size();
        this.mebibytes = ProcessHandle.allProcesses()
                        .map(process -> String.valueOf(process.pid()))
                        .filter(process -> ids.stream().anyMatch(HostTraces.file(process, "environ")::contains))
                        .mapToLong(MemoryOfCopies::proportional)
                        .sum()
                / KIBIBYTES
                / ids.size();
    }

    private static long proportional(String process) {
        return HostTraces.file(process, "smaps_rollup")
                .lines()
                .filter(line -> line.startsWith("Pss:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .sum();
    }

    /** There is nothing to compare it with in one run. */
    @Override
    public boolean holds() {
        return true;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "memory of each of %d copies: %.1f MiB", count, mebibytes);
    }
}
