package dev.sandboxed.api.internal.code;

import dev.sandboxed.api.code.FileChange;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.internal.diff.PlainText;
import dev.sandboxed.api.internal.diff.UnifiedDiff;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.ResourceLimitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The files below a directory at one moment. The contents of small ones are kept, up to a bound: of those, every change is found and
 * shown as a difference. Of the others a change is seen by size, time, mode and kind.
 */
public final class Workspace {

    private static final DataSize LARGEST_KEPT = DataSize.ofKibibytes(256);
    private static final int MOST_KEPT = 500;
    private static final int MOST_FILES = 20_000;
    private static final long MOST_BYTES = 8L << 20;

    private final SandboxFiles files;
    private final String directory;
    private final Map<String, FileEntry> entries = new TreeMap<>();
    private final Map<String, byte[]> contents = new HashMap<>();
    private long bytes;

    private Workspace(SandboxFiles files, String directory) {
        this.files = files;
        this.directory = directory;
        for (FileEntry entry : files.walk(directory)) {
            if (entries.size() == MOST_FILES) {
                throw new SandboxFileException(
                        directory,
                        FileFailure.TOO_LARGE,
                        Fault.of("There are more than " + MOST_FILES + " files below " + directory));
            }
            if (!entry.isDirectory()) {
                entries.put(entry.relativePath(), entry);
            }
        }
    }

    /**
     * Looks at a directory as it is now.
     *
     * @throws SandboxFileException if it cannot be looked at, or has too many files
     */
    public static Workspace of(SandboxFiles files, String directory) {
        Workspace now = new Workspace(files, directory);
        // What was written last is what the code is about: in a large project the files that the test has put there.
        now.entries.values().stream()
                .sorted(Comparator.comparing(FileEntry::modified).reversed())
                .forEach(now::keep);
        return now;
    }

    /**
     * Returns what is not as it was, sorted by path.
     *
     * @throws SandboxFileException if it cannot be looked at any more, or has too many files by now
     */
    public List<FileChange> changes() {
        Workspace after = new Workspace(files, directory);
        List<FileChange> changes = new ArrayList<>();
        TreeSet<String> paths = new TreeSet<>(entries.keySet());
        paths.addAll(after.entries.keySet());
        paths.forEach(path -> change(path, after).ifPresent(changes::add));
        return List.copyOf(changes);
    }

    private Optional<FileChange> change(String path, Workspace after) {
        FileEntry was = entries.get(path);
        FileEntry is = after.entries.get(path);
        if (was == null || is == null) {
            return Optional.of(is == null ? deleted(path) : created(path, is, after));
        }
        if (was.type() != is.type() || !was.linkTarget().equals(is.linkTarget())) {
            return Optional.of(new FileChange(FileChange.Kind.MODIFIED, path, Optional.empty()));
        }
        return is.isFile() ? modified(path, was, is, after) : Optional.empty();
    }

    private FileChange deleted(String path) {
        Optional<String> diff = text(path).map(text -> UnifiedDiff.of("a/" + path, text, "/dev/null", ""));
        return new FileChange(FileChange.Kind.DELETED, path, diff);
    }

    private static FileChange created(String path, FileEntry entry, Workspace after) {
        after.keep(entry);
        Optional<String> diff = after.text(path).map(text -> UnifiedDiff.of("/dev/null", "", "b/" + path, text));
        return new FileChange(FileChange.Kind.CREATED, path, diff);
    }

    /** Time and size can be set back by whoever changes a file: what was kept is read again. */
    private Optional<FileChange> modified(String path, FileEntry was, FileEntry is, Workspace after) {
        byte[] before = contents.get(path);
        if (before != null && is.size() == before.length) {
            byte[] now = after.read(is);
            if (now != null && Arrays.equals(before, now)) {
                return was.mode() == is.mode() ? Optional.empty() : Optional.of(chmod(path, was, is));
            }
            after.remember(path, now);
        } else if (was.size() == is.size() && was.modified().equals(is.modified())) {
            return was.mode() == is.mode() ? Optional.empty() : Optional.of(chmod(path, was, is));
        } else {
            after.keep(is);
        }
        Optional<String> diff = text(path)
                .flatMap(old -> after.text(path).map(text -> UnifiedDiff.of("a/" + path, old, "b/" + path, text)));
        return Optional.of(new FileChange(FileChange.Kind.MODIFIED, path, diff));
    }

    private static FileChange chmod(String path, FileEntry was, FileEntry is) {
        String diff = UnifiedDiff.ofModes(path, was.mode(), is.mode());
        return new FileChange(FileChange.Kind.MODIFIED, path, Optional.of(diff));
    }

    private void keep(FileEntry entry) {
        boolean fits = entry.isFile()
                && entry.size() <= LARGEST_KEPT.bytes()
                && contents.size() < MOST_KEPT
                && bytes + entry.size() <= MOST_BYTES;
        if (fits) {
            remember(entry.relativePath(), read(entry));
        }
    }

    private void remember(String path, byte @Nullable [] content) {
        if (content != null) {
            contents.put(path, content);
            bytes += content.length;
        }
    }

    /** What cannot be read any more, or is larger by now, is as if it had not been kept. */
    private byte @Nullable [] read(FileEntry entry) {
        try {
            return files.readBytes(entry.path(), LARGEST_KEPT);
        } catch (SandboxFileException | ResourceLimitException e) {
            return null;
        }
    }

    private Optional<String> text(String path) {
        return Optional.ofNullable(contents.get(path)).flatMap(PlainText::of);
    }
}
