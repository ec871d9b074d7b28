package dev.sandboxed.serve.internal.e2b.files;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.serve.internal.web.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * What is known about files, in the daemon's form: what has its default value is left out.
 *
 * @param owner whom all files are said to belong to, since providers do not tell
 */
record Entries(GuestPaths paths, FileTags tags, String owner) {

    private static final String BITS = "rwxrwxrwx";
    private static final int SET_USER = 04000;
    private static final int SET_GROUP = 02000;
    private static final int STICKY = 01000;

    ObjectNode json(FileEntry entry) {
        Optional<FileEntry> target = entry.isLink() ? target(entry) : Optional.of(entry);
        ObjectNode json = Json.object().put("name", entry.name());
        target.map(Entries::type).ifPresent(type -> json.put("type", type));
        json.put("path", entry.path());
        long size = entry.isLink() ? length(entry.linkTarget().orElseThrow()) : entry.size();
        if (size != 0 && !entry.isDirectory()) {
            json.put("size", Long.toString(size));
        }
        int mode = target.orElse(entry).mode() & 0777;
        if (mode != 0) {
            json.put("mode", mode);
        }
        json.put("permissions", permissions(entry))
                .put("owner", owner)
                .put("group", owner)
                .put("modifiedTime", entry.modified().toString());
        if (entry.isLink()) {
            json.put("symlinkTarget", target.map(FileEntry::path).orElseGet(() -> GuestPaths.target(entry)));
        }
        Map<String, String> about = tags.of(entry.path());
        if (!about.isEmpty()) {
            about.forEach(json.putObject("metadata")::put);
        }
        return json;
    }

    /** A link may lead nowhere, or in a circle. */
    private Optional<FileEntry> target(FileEntry link) {
        try {
            return Optional.of(paths.followed(link.path()));
        } catch (SandboxFileException broken) {
            return Optional.empty();
        }
    }

    private static String type(FileEntry entry) {
        return switch (entry.type()) {
            case FILE -> "FILE_TYPE_FILE";
            case DIRECTORY -> "FILE_TYPE_DIRECTORY";
            case LINK -> "FILE_TYPE_SYMLINK";
            case OTHER -> "FILE_TYPE_UNSPECIFIED";
        };
    }

    /** Writes permissions as Go does: what is special comes first, and nine letters follow. */
    static String permissions(FileEntry entry) {
        int mode = entry.mode();
        StringBuilder text = new StringBuilder();
        switch (entry.type()) {
            case DIRECTORY -> text.append('d');
            case LINK -> text.append('L');
            default -> {
                // Nothing is written for a file, unless nothing else is.
            }
        }
        text.append((mode & SET_USER) != 0 ? "u" : "")
                .append((mode & SET_GROUP) != 0 ? "g" : "")
                .append((mode & STICKY) != 0 ? "t" : "");
        if (text.isEmpty()) {
            text.append('-');
        }
        for (int bit = 0; bit < BITS.length(); bit++) {
            text.append((mode & (0400 >> bit)) != 0 ? BITS.charAt(bit) : '-');
        }
        return text.toString();
    }

    private static int length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
