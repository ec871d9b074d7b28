package dev.sandboxed.provider.remote.internal.http;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.wire.internal.SnapshotWords;

/**
 * Translates snapshots: here they belong to this provider, and at the service to the one that made them. Its name is the first
 * word of the version. Where this provider stands for that one, they are its own.
 *
 * @param as what this provider is called
 */
record SnapshotNames(String as) {

    /** Returns a snapshot of the service as it is seen here. */
    Snapshot ours(SnapshotWords words) {
        return words.provider().equals(as)
                ? words.snapshot()
                : withOrigin(words.snapshot(), as, words.provider() + " " + words.version());
    }

    /**
     * Returns a snapshot as the service knows it.
     *
     * @throws SnapshotRejectedException if it is none of a service
     */
    SnapshotWords theirs(Snapshot snapshot) {
        Snapshot.Origin origin = snapshot.origin();
        if (!as.equals(HttpProvider.NAME) && origin.provider().equals(as)) {
            return SnapshotWords.of(snapshot);
        }
        int blank = origin.version().indexOf(' ');
        if (!origin.provider().equals(as) || blank <= 0) {
            throw new SnapshotRejectedException(Fault.of("Snapshot '" + snapshot.id()
                            + "' cannot be used: it was made by provider '" + origin.provider() + "' in version '"
                            + origin.version() + "'")
                    .provider(as)
                    .remedy("use the provider that made it; snapshots().list shows those of the service"));
        }
        return SnapshotWords.of(withOrigin(
                snapshot, origin.version().substring(0, blank), origin.version().substring(blank + 1)));
    }

    private static Snapshot withOrigin(Snapshot snapshot, String provider, String version) {
        return new Snapshot(
                snapshot.id(),
                new Snapshot.Origin(provider, version, snapshot.origin().sandbox()),
                snapshot.created(),
                snapshot.tags(),
                snapshot.size(),
                snapshot.fileCount(),
                snapshot.checksum(),
                snapshot.memory());
    }
}
