package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.spec.GuestPath;
import dev.sandboxed.api.spec.SandboxSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** The files of a sandbox's workdir with their sizes, and which of them its test wrote. */
final class FileTree {

    private static final int MOST_FILES = 500;

    /** By how much the time of a file may lie before the moment at which it was written: kernels look at a coarse clock for it. */
    private static final Duration COARSE = Duration.ofMillis(50);

    private final List<String> seeds;
    private final List<FileEntry> entries;

    private FileTree(SandboxSpec spec, List<FileEntry> entries) {
        this.seeds = spec.seedFiles().stream()
                .map(seed -> GuestPath.resolve(spec.workdir(), seed.path()))
                .toList();
        this.entries = entries;
    }

    static FileTree of(Sandbox sandbox) {
        return new FileTree(sandbox.spec(), sandbox.files().walk(sandbox.spec().workdir()));
    }

    /** Lists the files, one in a line, those marked that were written since a moment. */
    String marking(Instant since) {
        return list(entries, since);
    }

    /** Lists those that were written since a moment, or says that there are none. */
    String writtenSince(Instant since) {
        List<FileEntry> written =
                entries.stream().filter(entry -> isNew(entry, since)).toList();
        return written.isEmpty() ? "(none of " + entries.size() + ")" : list(written, since);
    }

    private String list(List<FileEntry> files, Instant since) {
        String shown = files.stream()
                .limit(MOST_FILES)
                .map(entry -> describe(entry, since))
                .collect(Collectors.joining("\n"));
        return files.size() > MOST_FILES ? shown + "\n(and " + (files.size() - MOST_FILES) + " more)" : shown;
    }

    private String describe(FileEntry entry, Instant since) {
        return String.format(
                        "%c %04o %10d %s", isNew(entry, since) ? '*' : ' ', entry.mode(), entry.size(), entry.path())
                + entry.linkTarget().map(target -> " -> " + target).orElse("");
    }

    /** What was put there just before the test had the sandbox is not its work, though the coarse clock could tell so. */
    private boolean isNew(FileEntry entry, Instant since) {
        boolean seeded = seeds.stream().anyMatch(seed -> (entry.path() + "/").startsWith(seed + "/"));
        return !entry.modified().isBefore(seeded ? since : since.minus(COARSE));
    }
}
