package dev.sandboxed.wire.internal;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The files of a sandbox at one moment.
 *
 * @param id unique at the service
 * @param provider what the sandbox was made with; no other restores it
 * @param version version of the provider or its format
 * @param sandbox what its client called the sandbox
 * @param created when
 * @param tags free words
 * @param size bytes that it takes
 * @param fileCount regular files in it
 * @param checksum algorithm and value
 * @param memory whether processes are in it
 */
public record SnapshotWords(
        String id,
        String provider,
        String version,
        String sandbox,
        String created,
        List<String> tags,
        long size,
        long fileCount,
        String checksum,
        boolean memory) {

    /** Those that there are. */
    public record All(List<SnapshotWords> snapshots) {}

    /** What goes into one. */
    public record Wish(List<String> include, List<String> exclude, List<String> tags, boolean memory) {

        public static Wish of(SnapshotOptions options) {
            return new Wish(
                    options.include(), options.exclude(), List.copyOf(new TreeSet<>(options.tags())), options.memory());
        }

        public SnapshotOptions options() {
            return new SnapshotOptions(include, exclude, Set.copyOf(tags), memory);
        }
    }

    public static SnapshotWords of(Snapshot snapshot) {
        return new SnapshotWords(
                snapshot.id(),
                snapshot.origin().provider(),
                snapshot.origin().version(),
                snapshot.origin().sandbox(),
                snapshot.created().toString(),
                List.copyOf(new TreeSet<>(snapshot.tags())),
                snapshot.size().bytes(),
                snapshot.fileCount(),
                snapshot.checksum(),
                snapshot.memory());
    }

    /**
     * Returns the snapshot.
     *
     * @throws java.time.DateTimeException if the time cannot be read
     */
    public Snapshot snapshot() {
        return new Snapshot(
                id,
                new Snapshot.Origin(provider, version, sandbox),
                Instant.parse(created),
                Set.copyOf(tags),
                DataSize.ofBytes(size),
                fileCount,
                checksum,
                memory);
    }
}
