package dev.sandboxed.provider.local.bubblewrap.box;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.folder.rootfs.Rootfs;
import dev.sandboxed.folder.rootfs.RootfsCache;
import dev.sandboxed.provider.local.bubblewrap.cgroup.ControlGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/**
 * Makes boxes from specs.
 *
 * @param program where bubblewrap is, a path or a name
 * @param images the root file systems that it makes boxes from, where a spec asks for one
 * @param changes whether boxes can have changes of their own over the host's programs
 */
public record BoxMaker(String program, RootfsCache images, ProgramChanges changes) {

    /**
     * Make one and start its first process.
     *
     * @param folder where its files are kept; those of a snapshot may be there already
     * @throws SandboxStartException if the spec asks for what cannot be shown
     * @throws SnapshotRejectedException if there are changes to the host's programs, and these are not to be shown
     */
    public Box make(String id, SandboxSpec spec, BoxFolder folder, ControlGroup group, Doors doors) throws IOException {
        Optional<Rootfs> image = spec.image().map(images::get);
        requirePlaces(spec);
        layer(spec, folder);
        Box box = Box.start(program, group, folder, doors::refused, () -> {
            folder.prepare(spec.workdir(), BoxArguments.of(id, spec, image, folder, group));
            folder.remember(group.folders());
            group.make(spec.limits());
        });
        box.whenEnded(doors::shut);
        return box;
    }

    /** Changes that came with a snapshot are shown even if there may be no more. */
    private void layer(SandboxSpec spec, BoxFolder folder) throws IOException {
        String obstacle = spec.image()
                .map(image -> "the sandbox would have the image '" + image + "' instead of them")
                .orElse(changes.obstacle());
        if (folder.isLayered() && !obstacle.isEmpty()) {
            throw new SnapshotRejectedException(Fault.of(
                            "The snapshot cannot be restored: it holds changes to the host's programs, and " + obstacle)
                    .remedy("restore it as the user who took it and without an image, or take it again with"
                            + " SnapshotOptions that exclude 'usr/**'"));
        }
        if (!folder.isLayered() && obstacle.isEmpty() && !spec.readOnlyRoot()) {
            folder.layer();
        }
    }

    private static void requirePlaces(SandboxSpec spec) {
        if (spec.workdir().equals("/")) {
            throw new SandboxStartException(Fault.of("The workdir cannot be '/', since the root cannot be written")
                    .remedy("choose a folder of its own, such as /workspace"));
        }
        for (Mount mount : spec.mounts()) {
            if (!Files.exists(mount.source())) {
                throw new SandboxStartException(
                        Fault.of("The source of a mount does not exist on the host: '" + mount.source() + "'")
                                .remedy("make it first, or leave the mount out"));
            }
        }
    }
}
