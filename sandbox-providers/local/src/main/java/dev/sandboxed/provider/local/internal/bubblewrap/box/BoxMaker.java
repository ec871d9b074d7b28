package dev.sandboxed.provider.local.internal.bubblewrap.box;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.rootfs.Rootfs;
import dev.sandboxed.folder.rootfs.RootfsCache;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.linux.internal.cgroup.ControlGroup;
import dev.sandboxed.linux.internal.proc.AddressSpace;
import dev.sandboxed.network.internal.NetworkRoom;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Makes boxes from specs.
 *
 * @param program where bubblewrap is, a path or a name
 * @param images the root file systems that it makes boxes from, where a spec asks for one
 * @param changes whether boxes can have changes of their own over the host's programs
 * @param settings what boxes without an image have for settings
 * @param network what connects a box with others, in the making; empty for nothing but loopback
 */
public record BoxMaker(
        String program,
        RootfsCache images,
        ProgramChanges changes,
        SharedSettings settings,
        Optional<NetworkRoom> network) {

    /** Joins control groups, enters the network namespace if there is one, and becomes bubblewrap. */
    private static final String LAUNCH = """
            network=$1 bwrap=$2
            shift 2
            for group; do echo 0 >"$group" || exit 125; done
            exec ${network:+/usr/bin/nsenter "--net=$network"} "$bwrap" --args 8 -- %s 7>first 8<arguments 9<filter
            """;

    /**
     * Makes one and starts its first process.
     *
     * @param folder where its files are kept; those of a snapshot may be there already
     * @throws SandboxStartException if the spec asks for what cannot be shown, or for too small a limit
     * @throws SnapshotRejectedException if there are changes to the host's programs, and these are not to be shown
     */
    public Box make(Creation creation, BoxFolder folder, ControlGroup group, Doors doors) throws IOException {
        SandboxSpec spec = creation.spec();
        Optional<Rootfs> image = spec.image().map(images::get);
        requirePlaces(spec);
        AddressSpace.require(spec.limits());
        layer(spec, folder);
        Box box = Box.start(startLine(group, spec.limits()), group, folder, doors::refused, () -> {
            List<String> root = image.isPresent() ? ofImage(image.get(), folder) : ofHost(folder, !spec.readOnlyRoot());
            Map<String, String> env = image.map(Rootfs::env).orElse(Map.of());
            folder.prepare(
                    spec.workdir(),
                    BoxArguments.of(creation.id(), spec, env, root, folder, group, network.isPresent()));
            folder.remember(group.folders());
            group.make(spec.limits());
            if (network.isPresent()) {
                network.get().await(creation.deadline());
            }
        });
        box.whenEnded(doors::shut);
        return box;
    }

    private List<String> ofImage(Rootfs image, BoxFolder folder) throws IOException {
        return RootView.ofImage(image.root(), network.map(made -> folder.resolver()));
    }

    private List<String> ofHost(BoxFolder folder, boolean writable) {
        List<String> all = new ArrayList<>(RootView.ofHost(folder.overlays(), writable));
        all.addAll(settings.shown());
        all.addAll(List.of("--ro-bind", folder.users().toString(), SharedSettings.USERS.toString()));
        if (network.isPresent()) {
            all.addAll(List.of("--ro-bind", folder.resolver().toString(), SharedSettings.RESOLVER.toString()));
        }
        return all;
    }

    private List<String> startLine(ControlGroup group, Limits limits) {
        String first = SupervisorScript.admitting(BoxArguments.DOORS, limits.openFiles()).stream()
                .map(Command::quote)
                .collect(Collectors.joining(" "));
        String namespace = network.map(made -> made.namespace().toString()).orElse("");
        List<String> all =
                new ArrayList<>(List.of("/bin/sh", "-c", LAUNCH.formatted(first), "sandboxed", namespace, program));
        group.entrances().forEach(entrance -> all.add(entrance.toString()));
        return all;
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
