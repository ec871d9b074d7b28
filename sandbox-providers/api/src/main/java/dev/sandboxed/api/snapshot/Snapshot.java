package dev.sandboxed.api.snapshot;

import dev.sandboxed.api.limit.DataSize;
import java.time.Instant;
import java.util.Set;

/**
 * The files of a sandbox at one moment, perhaps with its processes: immutable, checksummed, and alive after its sandbox is gone.
 *
 * @param id unique among the provider's snapshots
 * @param origin which provider made it, in which version, from which sandbox
 * @param created when
 * @param tags free words to find it again by
 * @param size bytes that it takes
 * @param fileCount regular files in it; 0 where it has memory, whose files nobody counts
 * @param checksum algorithm and value, as in {@code sha256:…}
 * @param memory whether all processes go on in a restored sandbox where they were
 */
public record Snapshot(
        String id,
        Origin origin,
        Instant created,
        Set<String> tags,
        DataSize size,
        long fileCount,
        String checksum,
        boolean memory) {

    public Snapshot {
        tags = Set.copyOf(tags);
    }

    /**
     * Where a snapshot comes from.
     *
     * @param provider name of the provider; no other restores it
     * @param version version of the provider or its format
     * @param sandbox id of the sandbox
     */
    public record Origin(String provider, String version, String sandbox) {}
}
