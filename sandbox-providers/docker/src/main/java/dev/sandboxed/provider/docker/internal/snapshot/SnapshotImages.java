package dev.sandboxed.provider.docker.internal.snapshot;

import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Image;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.internal.files.SnapshotSelection;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.provider.docker.internal.container.Container;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import dev.sandboxed.provider.docker.internal.engine.EngineFaults;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps snapshots as images of the engine. Safe from several threads.
 *
 * <p>A whole sandbox is one more layer on its image, which all of them share. Where only some of its files are asked for,
 * or where some lie in volumes, which the engine keeps out of images, it is a single layer with everything in it.
 *
 * <p>An image says nothing about how its sandbox was run: environment, user and working directory are those of the image
 * that the sandbox was made from. Folders in memory are not part of it: {@code /dev/shm} and, with a read-only root, the
 * temporary folders.
 *
 * <p>All methods throw {@link dev.sandboxed.api.error.SandboxTransportException} when the engine cannot be reached, or
 * refuses, with its words.
 */
public final class SnapshotImages {

    /** Change it when older images cannot be restored any more. */
    private static final String VERSION = "1";

    /** An image is made first and named then; nobody may take it for a deleted one in between. */
    private static final Duration UNNAMED = Duration.ofSeconds(10);

    private final Engine engine;

    public SnapshotImages(Engine engine) {
        this.engine = engine;
    }

    /**
     * Saves the files of a container, in which nothing moves in the meantime. One that is paused stays so.
     *
     * <p>Patterns choose among what the sandbox added or changed. What belongs to its image is always kept, and what it
     * deleted from there stays deleted.
     *
     * @param sandbox id of the sandbox
     * @throws IllegalArgumentException if a pattern is malformed
     * @throws dev.sandboxed.api.error.SandboxNotFoundException if the container is gone
     */
    public Snapshot save(Container container, String sandbox, SnapshotOptions options) {
        SnapshotSelection selection = SnapshotSelection.of(options);
        SnapshotName name = SnapshotName.next();
        Snapshot.Origin origin = new Snapshot.Origin(EngineFaults.PROVIDER, VERSION, sandbox);
        // Two at once would let it go on under each other's hands.
        synchronized (container) {
            try (Stillness still = Stillness.in(container)) {
                return new SnapshotMaker(engine, still.container(), options.tags()).make(name, origin, selection);
            } catch (IOException | RuntimeException e) {
                throw EngineFaults.of("Cannot save a snapshot of container " + container.id(), sandbox, e);
            }
        }
    }

    /** Lists those that match, oldest first. */
    public List<Snapshot> list(SnapshotFilter filter) {
        return images(false).stream()
                .flatMap(image -> read(image).stream())
                .filter(filter::matches)
                .sorted(Comparator.comparing(Snapshot::created).thenComparing(Snapshot::id))
                .toList();
    }

    /** An image that lost its name was deleted; one that has the name of another was not made by us. */
    private static Optional<Snapshot> read(Image image) {
        String[] names = image.getRepoTags();
        return SnapshotLabels.read(labels(image))
                .filter(labels ->
                        names != null && Arrays.asList(names).contains(new SnapshotName(labels.id()).written()))
                .map(labels -> labels.ofImage(image.getId()));
    }

    private static Map<String, String> labels(Image image) {
        Map<String, String> labels = image.getLabels();
        return labels == null ? Map.of() : labels;
    }

    /**
     * Checks a snapshot against what the engine has, and returns the image to make a container from. Nothing of the image has to
     * be overridden.
     *
     * @throws SnapshotRejectedException if it is missing, another one has its name, or it was made by another provider or in
     *     another format
     */
    public String verify(Snapshot snapshot) {
        Snapshot.Origin origin = snapshot.origin();
        if (!origin.provider().equals(EngineFaults.PROVIDER)) {
            throw rejected(snapshot, "it belongs to provider '" + origin.provider() + "'", "restore it there");
        }
        if (!origin.version().equals(VERSION)) {
            throw rejected(
                    snapshot,
                    "it has format " + origin.version() + ", and only format " + VERSION + " is known",
                    "take it again with this version");
        }
        SnapshotName name = new SnapshotName(snapshot.id());
        String actual = find(name)
                .orElseThrow(() -> rejected(
                        snapshot,
                        "the engine has no image '" + name.written() + "'",
                        "take it again   (docker images " + SnapshotName.REPOSITORY + " shows those that are there)"));
        if (!actual.equals(snapshot.checksum())) {
            throw rejected(
                    snapshot,
                    "its checksum is " + snapshot.checksum() + ", but image '" + name.written() + "' has " + actual,
                    "take it again");
        }
        return actual;
    }

    private Optional<String> find(SnapshotName name) {
        if (!name.isPossible()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    engine.client().inspectImageCmd(name.written()).exec().getId());
        } catch (NotFoundException e) {
            return Optional.empty();
        } catch (RuntimeException e) {
            throw EngineFaults.of("Cannot look up image '" + name.written() + "'", e);
        }
    }

    private static SnapshotRejectedException rejected(Snapshot snapshot, String why, String remedy) {
        return new SnapshotRejectedException(Fault.of("Snapshot '" + snapshot.id() + "' cannot be restored: " + why)
                .provider(EngineFaults.PROVIDER)
                .remedy(remedy));
    }

    /**
     * Deletes a snapshot; one that is gone already is fine. While a container that was restored from it exists, the engine
     * only forgets its name; {@link #tidy} removes the rest.
     */
    public void delete(Snapshot snapshot) {
        SnapshotName name = new SnapshotName(snapshot.id());
        if (!name.isPossible()) {
            return;
        }
        try {
            engine.client().removeImageCmd(name.written()).withForce(true).exec();
        } catch (NotFoundException e) {
            // It is gone already.
        } catch (RuntimeException e) {
            throw EngineFaults.of("Cannot delete image '" + name.written() + "'", e);
        }
    }

    /** Removes what is left of deleted snapshots and not in use any more. */
    public void tidy() {
        tidy(Instant.now().minus(UNNAMED));
    }

    /** Removes those remains that were made before a moment. */
    void tidy(Instant latest) {
        for (Image image : images(true)) {
            if (Instant.ofEpochSecond(image.getCreated()).isBefore(latest)) {
                removeIfUnused(image.getId());
            }
        }
    }

    private void removeIfUnused(String image) {
        try {
            engine.client().removeImageCmd(image).exec();
        } catch (NotFoundException | ConflictException e) {
            // Somebody else was quicker, or a container or another snapshot still needs it.
        } catch (RuntimeException e) {
            throw EngineFaults.of("Cannot delete image '" + image + "'", e);
        }
    }

    private List<Image> images(boolean unnamed) {
        try {
            return engine.client()
                    .listImagesCmd()
                    .withLabelFilter(SnapshotLabels.ID)
                    .withDanglingFilter(unnamed)
                    .exec();
        } catch (RuntimeException e) {
            throw EngineFaults.of("Cannot list the snapshots of the engine", e);
        }
    }
}
