package dev.sandboxed.junit.internal.report;

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
    private final Instant since;

    private FileTree(SandboxSpec spec, Instant since) {
        this.seeds = spec.seedFiles().stream()
                .map(seed -> GuestPath.resolve(spec.workdir(), seed.path()))
                .toList();
        this.since = since;
    }

    /** Lists the files, one in a line. */
    static String of(RecordingSandbox sandbox) {
        FileTree tree = new FileTree(sandbox.spec(), sandbox.since());
        List<FileEntry> entries = sandbox.files().walk(sandbox.spec().workdir());
        String shown = entries.stream().limit(MOST_FILES).map(tree::describe).collect(Collectors.joining("\n"));
        return entries.size() > MOST_FILES ? shown + "\n(and " + (entries.size() - MOST_FILES) + " more)" : shown;
    }

    private String describe(FileEntry entry) {
        return String.format("%c %04o %10d %s", isNew(entry) ? '*' : ' ', entry.mode(), entry.size(), entry.path())
                + entry.linkTarget().map(target -> " -> " + target).orElse("");
    }

    /** What was put there just before the test had the sandbox is not its work, though the coarse clock could tell so. */
    private boolean isNew(FileEntry entry) {
        boolean seeded = seeds.stream().anyMatch(seed -> (entry.path() + "/").startsWith(seed + "/"));
        return !entry.modified().isBefore(seeded ? since : since.minus(COARSE));
    }
}
