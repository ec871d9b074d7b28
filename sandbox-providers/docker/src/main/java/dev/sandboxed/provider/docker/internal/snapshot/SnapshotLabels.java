package dev.sandboxed.provider.docker.internal.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is written on the image of a snapshot: all that is known about it but its checksum, which is that of the image and
 * so cannot be part of it.
 *
 * @param id the snapshot's id
 * @param origin where it comes from
 * @param created when it was taken; the engine's own time of an image has whole seconds only in listings
 * @param tags the words to find it by
 * @param tally the sandbox's own files in it
 */
record SnapshotLabels(String id, Snapshot.Origin origin, Instant created, Set<String> tags, Tally tally) {

    /** The label that all snapshots have; its value is the snapshot's id. */
    static final String ID = "dev.sandboxed.snapshot.id";

    /** What all labels of this library begin with, those of containers included. */
    private static final String OURS = "dev.sandboxed.";

    private static final String VERSION = "dev.sandboxed.snapshot.version";
    private static final String PROVIDER = "dev.sandboxed.snapshot.provider";
    private static final String SANDBOX = "dev.sandboxed.snapshot.sandbox";
    private static final String CREATED = "dev.sandboxed.snapshot.created";
    private static final String TAGS = "dev.sandboxed.snapshot.tags";
    private static final String SIZE = "dev.sandboxed.snapshot.size";
    private static final String FILES = "dev.sandboxed.snapshot.files";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    SnapshotLabels {
        tags = Set.copyOf(tags);
    }

    Map<String, String> written() {
        Map<String, String> written = new LinkedHashMap<>();
        written.put(ID, id);
        written.put(VERSION, origin.version());
        written.put(PROVIDER, origin.provider());
        written.put(SANDBOX, origin.sandbox());
        written.put(CREATED, created.toString());
        written.put(SIZE, String.valueOf(tally.size().bytes()));
        written.put(FILES, String.valueOf(tally.files()));
        try {
            written.put(TAGS, JSON.writeValueAsString(new TreeSet<>(tags)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A list of texts cannot be written", e);
        }
        return written;
    }

    /**
     * Writes them over those of a container. The engine adds labels to an image and takes none away; but what tells that a
     * container is a sandbox of ours must not pass on to containers that are made from the image, so that is blanked.
     */
    Map<String, String> writtenOver(Map<String, String> inherited) {
        Map<String, String> written = new LinkedHashMap<>();
        inherited.keySet().stream().filter(label -> label.startsWith(OURS)).forEach(label -> written.put(label, ""));
        written.putAll(written());
        return written;
    }

    /** Writes them beside those of an image, of which only the ones that are not ours are kept. */
    Map<String, String> writtenBeside(Map<String, String> others) {
        Map<String, String> written = new LinkedHashMap<>(others);
        written.keySet().removeIf(label -> label.startsWith(OURS));
        written.putAll(written());
        return written;
    }

    /** Reads what was written; nothing if it was written by somebody else. */
    static Optional<SnapshotLabels> read(Map<String, String> written) {
        try {
            return Optional.of(new SnapshotLabels(
                    required(written, ID),
                    new Snapshot.Origin(
                            required(written, PROVIDER), required(written, VERSION), required(written, SANDBOX)),
                    Instant.parse(required(written, CREATED)),
                    Set.copyOf(JSON.readValue(required(written, TAGS), new TypeReference<List<String>>() {})),
                    new Tally(
                            Long.parseLong(required(written, FILES)),
                            DataSize.ofBytes(Long.parseLong(required(written, SIZE))))));
        } catch (JsonProcessingException | DateTimeException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String required(Map<String, String> written, String label) {
        String value = written.get(label);
        if (value == null) {
            throw new IllegalArgumentException("label " + label + " is missing");
        }
        return value;
    }

    /** Completes them to a snapshot. */
    Snapshot ofImage(String checksum) {
        return new Snapshot(id, origin, created, tags, tally.size(), tally.files(), checksum, false);
    }
}
