package dev.sandboxed.serve.internal.e2b.files;

import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.serve.internal.connect.ConnectCode;
import dev.sandboxed.serve.internal.connect.ConnectError;
import dev.sandboxed.serve.internal.e2b.files.FileChange.Kind;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What lies in a folder at one moment, to be compared with another.
 *
 * @param entries by their paths below the folder
 */
record FolderState(Map<String, FileEntry> entries) {

    /** All of them are kept, and compared at every look. */
    private static final int MOST = 10_000;

    /** One file under another name: nobody tells, but size and time do not come about twice. */
    private record Look(FileType type, long size, int mode, Instant modified) {

        private static Look of(FileEntry entry) {
            return new Look(entry.type(), entry.size(), entry.mode(), entry.modified());
        }
    }

    /**
     * Looks at a folder.
     *
     * @throws ConnectError if too much lies in it to look at it again and again
     */
    static FolderState of(SandboxFiles files, String folder, boolean recursive) throws ConnectError {
        Map<String, FileEntry> entries = new LinkedHashMap<>();
        List<FileEntry> found = recursive ? files.walk(folder) : files.list(folder);
        if (found.size() > MOST) {
            throw new ConnectError(
                    ConnectCode.RESOURCE_EXHAUSTED,
                    "the folder " + folder + " has " + found.size() + " entries, and at most " + MOST
                            + " are watched; watch a smaller folder" + (recursive ? ", or not what is below it" : ""));
        }
        for (FileEntry entry : found) {
            entries.put(recursive ? entry.relativePath() : entry.name(), entry);
        }
        return new FolderState(Collections.unmodifiableMap(entries));
    }

    /** Returns what must have happened for this to become another state. */
    List<FileChange> changesTo(FolderState later) {
        List<FileChange> changes = new ArrayList<>();
        Map<String, FileEntry> gone = new LinkedHashMap<>(entries);
        gone.keySet().removeAll(later.entries.keySet());
        Map<Look, Deque<String>> oldNames = new HashMap<>();
        gone.forEach((name, before) -> oldNames.computeIfAbsent(Look.of(before), look -> new ArrayDeque<>())
                .add(name));
        later.entries.forEach((name, now) -> {
            FileEntry before = entries.get(name);
            if (before == null) {
                Deque<String> alike = oldNames.getOrDefault(Look.of(now), new ArrayDeque<>());
                Optional<String> oldName = Optional.ofNullable(alike.poll());
                oldName.ifPresent(gone::remove);
                arrived(name, now, oldName, changes);
            } else {
                changed(name, before, now, changes);
            }
        });
        gone.keySet().forEach(name -> changes.add(new FileChange(name, Kind.REMOVE, Optional.empty())));
        return changes;
    }

    private static void arrived(String name, FileEntry now, Optional<String> oldName, List<FileChange> changes) {
        oldName.ifPresent(old -> changes.add(new FileChange(old, Kind.RENAME, Optional.empty())));
        changes.add(new FileChange(name, Kind.CREATE, Optional.of(now)));
        if (oldName.isEmpty() && now.isFile() && now.size() > 0) {
            changes.add(new FileChange(name, Kind.WRITE, Optional.of(now)));
        }
    }

    private static void changed(String name, FileEntry before, FileEntry now, List<FileChange> changes) {
        boolean written = before.size() != now.size() || !before.modified().equals(now.modified());
        // A folder changes with what lies in it, of which there are changes of its own.
        if (written && !now.isDirectory()) {
            changes.add(new FileChange(name, Kind.WRITE, Optional.of(now)));
        }
        if (before.mode() != now.mode()) {
            changes.add(new FileChange(name, Kind.CHMOD, Optional.of(now)));
        }
    }
}
