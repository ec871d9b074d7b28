package dev.sandboxed.api.snapshot;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which snapshots to list.
 *
 * @param tags all of these must be on it
 * @param sandbox only those of this sandbox, if given
 * @param since only those made at or after this moment, if given
 */
public record SnapshotFilter(
        Set<String> tags,
        @Nullable String sandbox,
        @Nullable Instant since) {

    /** Every snapshot. */
    public static final SnapshotFilter ANY = new SnapshotFilter(Set.of(), null, null);

    public SnapshotFilter {
        tags = Set.copyOf(tags);
    }

    public static SnapshotFilter tagged(String... tags) {
        return new SnapshotFilter(Set.of(tags), null, null);
    }

    public SnapshotFilter ofSandbox(String id) {
        return new SnapshotFilter(tags, id, since);
    }

    public SnapshotFilter createdSince(Instant moment) {
        return new SnapshotFilter(tags, sandbox, moment);
    }

    public boolean matches(Snapshot snapshot) {
        return snapshot.tags().containsAll(tags)
                && (sandbox == null || sandbox.equals(snapshot.origin().sandbox()))
                && (since == null || !snapshot.created().isBefore(since));
    }
}
