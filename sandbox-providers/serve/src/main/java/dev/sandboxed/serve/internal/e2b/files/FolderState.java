package dev.sandboxed.serve.internal.e2b.files;

import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.serve.internal.e2b.files.FileChange.Kind;
import java.util.ArrayList;
import java.util.Collections;
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

    static FolderState of(SandboxFiles files, String folder, boolean recursive) {
        Map<String, FileEntry> entries = new LinkedHashMap<>();
        for (FileEntry entry : recursive ? files.walk(folder) : files.list(folder)) {
            entries.put(recursive ? entry.relativePath() : entry.name(), entry);
        }
        return new FolderState(Collections.unmodifiableMap(entries));
    }

    /** Returns what must have happened for this to become another state. */
    List<FileChange> changesTo(FolderState later) {
        List<FileChange> changes = new ArrayList<>();
        Map<String, FileEntry> gone = new LinkedHashMap<>(entries);
        gone.keySet().removeAll(later.entries.keySet());
        later.entries.forEach((name, now) -> {
            FileEntry before = entries.get(name);
            if (before == null) {
                arrived(name, now, gone, changes);
            } else {
                changed(name, before, now, changes);
            }
        });
        gone.keySet().forEach(name -> changes.add(new FileChange(name, Kind.REMOVE, Optional.empty())));
        return changes;
    }

    private static void arrived(String name, FileEntry now, Map<String, FileEntry> gone, List<FileChange> changes) {
        Optional<String> oldName = gone.entrySet().stream()
                .filter(old -> isSame(old.getValue(), now))
                .map(Map.Entry::getKey)
                .findFirst();
        if (oldName.isPresent()) {
            gone.remove(oldName.get());
            changes.add(new FileChange(oldName.get(), Kind.RENAME, Optional.empty()));
        }
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

    /** One file under another name: nobody tells, but size and time do not come about twice. */
    private static boolean isSame(FileEntry old, FileEntry now) {
        return old.type() == now.type()
                && old.size() == now.size()
                && old.mode() == now.mode()
                && old.modified().equals(now.modified());
    }
}
