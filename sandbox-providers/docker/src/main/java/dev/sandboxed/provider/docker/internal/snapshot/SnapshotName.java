package dev.sandboxed.provider.docker.internal.snapshot;

import dev.sandboxed.api.spi.SandboxIds;
import java.util.regex.Pattern;

/**
 * The name of a snapshot's image.
 *
 * @param id the snapshot's id
 */
record SnapshotName(String id) {

    static final String REPOSITORY = "sandboxed/snapshot";

    private static final Pattern TAG = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");

    static SnapshotName next() {
        return new SnapshotName(SandboxIds.next("snapshot"));
    }

    /** Returns whether an image can have such a name at all; a snapshot of somebody else's may be called anything. */
    boolean isPossible() {
        return TAG.matcher(id).matches();
    }

    /** Writes it as the engine knows it. */
    String written() {
        return REPOSITORY + ":" + id;
    }
}
