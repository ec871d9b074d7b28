package dev.sandboxed.provider.local.bubblewrap.box;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.local.bubblewrap.cgroup.ControlGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Makes boxes from specs.
 *
 * @param program where bubblewrap is, a path or a name
 */
public record BoxMaker(String program) {

    private static final String SCHEME = "file:";

    /**
     * Make one and start its first process.
     *
     * @param folder where its files are kept; the workdir may be filled already
     * @throws SandboxStartException if the spec asks for what cannot be shown
     */
    public Box make(String id, SandboxSpec spec, BoxFolder folder, ControlGroup group, Doors doors) throws IOException {
        Optional<Path> image = spec.image().map(BoxMaker::imageFolder);
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

    /** An image is a folder with a root file system in it: nothing here could pull or unpack any other. */
    private static Path imageFolder(String image) {
        try {
            String path =
                    image.startsWith(SCHEME) ? image.substring(SCHEME.length()).replaceFirst("^//(?=/)", "") : image;
            if (path.startsWith("/") && Files.isDirectory(Path.of(path))) {
                return Path.of(path).toRealPath();
            }
        } catch (IOException | InvalidPathException e) {
            // It is said below what an image can be.
        }
        throw new SandboxStartException(Fault.of("There is no image '" + image
                        + "': an image of this provider is a folder of the host with a root file system in it")
                .remedy("give the absolute path of such a folder, as made by debootstrap or by unpacking docker export,"
                        + " or leave the image out to use the host's programs"));
    }
}
