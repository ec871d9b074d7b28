package dev.sandboxed.provider.local.bubblewrap.box;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
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
 */
public record BoxMaker(String program, RootfsCache images) {

    /**
     * Make one and start its first process.
     *
     * @param folder where its files are kept; the workdir may be filled already
     * @throws SandboxStartException if the spec asks for what cannot be shown
     */
    public Box make(String id, SandboxSpec spec, BoxFolder folder, ControlGroup group, Doors doors) throws IOException {
        Optional<Rootfs> image = spec.image().map(images::get);
        requirePlaces(spec);
        folder.prepare(spec.workdir(), BoxArguments.of(id, spec, image, folder, group));
        folder.remember(group.folders());
        group.make(spec.limits());
        Box box = Box.start(program, group, folder, doors::refused);
        box.whenEnded(doors::shut);
        return box;
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
