package dev.sandboxed.serve.internal.e2b.files;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.serve.internal.connect.ConnectCode;
import dev.sandboxed.serve.internal.connect.ConnectError;
import dev.sandboxed.serve.internal.connect.ProtoMessage;
import dev.sandboxed.serve.internal.web.Json;
import java.io.IOException;

/** Looks at files, makes folders, moves and removes; for calls with one message each way. */
final class Filesystem {

    private final SandboxFiles files;
    private final GuestPaths paths;
    private final FileTags tags;
    private final Entries entries;

    Filesystem(SandboxFiles files, GuestPaths paths, FileTags tags, Entries entries) {
        this.files = files;
        this.paths = paths;
        this.tags = tags;
        this.entries = entries;
    }

    ObjectNode stat(ProtoMessage message) throws IOException {
        String path = message.text("path");
        return FileErrors.forCall(() -> entry(paths.resolve(path)));
    }

    ObjectNode makeDir(ProtoMessage message) throws IOException {
        String given = message.text("path");
        return FileErrors.forCall(() -> {
            String path = paths.resolve(given);
            if (files.exists(path)) {
                throw paths.followed(path).isDirectory()
                        ? new ConnectError(ConnectCode.ALREADY_EXISTS, "directory already exists: " + path)
                        : ConnectError.invalid("path already exists but it is not a directory: " + path);
            }
            files.mkdirs(path);
            return entry(path);
        });
    }

    ObjectNode move(ProtoMessage message) throws IOException {
        String source = message.text("source");
        String destination = message.text("destination");
        return FileErrors.forCall(() -> {
            String from = paths.resolve(source);
            String to = paths.resolve(destination);
            files.move(from, to);
            tags.moved(from, to);
            return entry(to);
        });
    }

    ObjectNode list(ProtoMessage message) throws IOException {
        String given = message.text("path");
        int depth = (int) Math.max(1, Math.min(Integer.MAX_VALUE, message.number("depth")));
        return FileErrors.forCall(() -> {
            FileEntry top = paths.followed(paths.resolve(given));
            if (!top.isDirectory()) {
                throw ConnectError.invalid("path is not a directory: " + top.path());
            }
            ObjectNode answer = Json.object();
            for (FileEntry entry : files.walk(top.path(), depth)) {
                answer.withArray("entries").add(entries.json(entry));
            }
            return answer;
        });
    }

    /** What is not there needs no removing. */
    ObjectNode remove(ProtoMessage message) throws IOException {
        String given = message.text("path");
        return FileErrors.forCall(() -> {
            String path = paths.resolve(given);
            try {
                files.deleteAll(path);
            } catch (SandboxFileNotFoundException absent) {
                return Json.object();
            }
            tags.removed(path);
            return Json.object();
        });
    }

    private ObjectNode entry(String path) {
        ObjectNode answer = Json.object();
        answer.set("entry", entries.json(files.stat(path)));
        return answer;
    }
}
