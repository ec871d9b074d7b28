package dev.sandboxed.serve.internal.e2b.files;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.serve.internal.web.Json;
import java.util.Optional;

/**
 * Something that happened to a file.
 *
 * @param name its path below the folder that is watched
 * @param entry what is known about it; empty if it is gone
 */
record FileChange(String name, Kind kind, Optional<FileEntry> entry) {

    /** What happened. */
    enum Kind {
        /** It is there now. */
        CREATE,
        /** Its content changed. */
        WRITE,
        /** It is gone. */
        REMOVE,
        /** It has another name now. */
        RENAME,
        /** Its permissions changed. */
        CHMOD
    }

    ObjectNode json(Optional<Entries> entries) {
        ObjectNode json = Json.object().put("name", name).put("type", "EVENT_TYPE_" + kind);
        if (entries.isPresent() && entry.isPresent()) {
            json.set("entry", entries.get().json(entry.get()));
        }
        return json;
    }
}
