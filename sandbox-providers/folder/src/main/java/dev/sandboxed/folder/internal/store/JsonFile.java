package dev.sandboxed.folder.internal.store;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/** Records of strings and numbers as JSON files that appear all at once or not at all. */
public final class JsonFile {

    private JsonFile() {}

    /** It takes long to get ready, and files are written much earlier than read. */
    private static final class Reading {
        private static final ObjectMapper JSON = JsonMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                .build();
    }

    /** Writes a file, in a folder that is there. */
    public static void write(Path file, Object content) throws IOException {
        Path draft = new Drafts(Objects.requireNonNull(file.getParent(), "a file in a folder")).next();
        Files.write(draft, JsonTree.bytes(content));
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Reads a file that {@link #write} made.
     *
     * @throws IOException if it is missing, not JSON, or lacks a field
     */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        return Reading.JSON.readValue(Files.readAllBytes(file), type);
    }
}
