package dev.sandboxed.provider.oci.internal.snapshot;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.folder.internal.layers.LayeredArchive;
import dev.sandboxed.folder.rootfs.Rootfs;
import dev.sandboxed.provider.oci.internal.bundle.BundleFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The files of a container as an archive, with a note of what they lie over. */
public final class RootArchive {

    /** Says that all files are in the archive, so that one that is missing there was deleted. */
    private static final String WHOLE = "whole";
    /** Names the image that the files lie over; it is empty where those are the programs of the host. */
    private static final String BASE = "base";

    private final LayeredArchive files;
    private final @Nullable Rootfs image;

    /**
     * Pack and unpack the files of a container.
     *
     * @param image what they lie over; none for the programs of the host
     */
    public RootArchive(BundleFolder bundle, @Nullable Rootfs image) {
        this.files = new LayeredArchive(bundle.files(), List.of(bundle.root(), bundle.changes()));
        this.image = image;
    }

    /** Writes the files that the options ask for, and returns how many there were. */
    public long pack(Path archive, SnapshotOptions options) throws IOException {
        Map<String, String> notes = new TreeMap<>(Map.of(BASE, base()));
        if (options.include().isEmpty()) {
            notes.put(WHOLE, "");
        }
        return files.pack(archive, options, notes);
    }

    /**
     * Puts the files of an archive in place.
     *
     * @return whether all files were in it
     * @throws SnapshotRejectedException if they lay over another image
     */
    public boolean unpack(Path archive) throws IOException {
        Map<String, String> notes = files.unpack(archive, Set.of(BASE, WHOLE));
        requireSame(notes.getOrDefault(BASE, ""));
        return notes.containsKey(WHOLE);
    }

    private void requireSame(String base) {
        if (!base.equals(base())) {
            throw new SnapshotRejectedException(Fault.of("The snapshot cannot be restored: it belongs to "
                            + called(base) + ", and the sandbox would have "
                            + called(base()))
                    .remedy("restore it with a spec that names the image of the sandbox it was taken of"));
        }
    }

    private String base() {
        return image == null ? "" : image.root().toString();
    }

    private static String called(String base) {
        return base.isEmpty() ? "the programs of the host" : "the image that was unpacked at '" + base + "'";
    }
}
