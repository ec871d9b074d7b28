package dev.sandboxed.provider.oci.internal.bundle;

import dev.sandboxed.linux.internal.mount.Overlay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows an image, with the changes of a sandbox over it, to nobody but the runtime of that sandbox: it is started in a mount
 * namespace of its own, in which the kernel lays one over the other. When the last process of the sandbox is dead there is
 * nothing to unmount, whatever happened to us.
 */
final class ImageView {

    /** What the host unmounts goes from there too, and nothing that is mounted there reaches the host. */
    private static final List<String> APART = List.of("/usr/bin/unshare", "--mount", "--propagation", "slave");

    /**
     * Arguments: how to mount and where; the folder for temporary files; the workdir and whose it is; and what to become.
     * Those folders are made in the overlay and not in a layer of it: the kernel knows what was replaced and deleted there.
     */
    private static final String SCRIPT = """
            umask 022
            mount -t overlay overlay -o "$1" "$2" || exit
            [ -d "$2/$3" ] || mkdir -p -m 1777 "$2/$3" || exit
            [ -d "$2/$4" ] || { mkdir -p "$2/$4" && chown "$5" "$2/$4"; } || exit
            shift 5
            exec "$@"
            """;

    private final ContainerConfig config;

    ImageView(ContainerConfig config) {
        this.config = config;
    }

    /** Makes the places for it. */
    void prepare(Path image) throws IOException {
        BundleFolder bundle = config.bundle();
        RootFolder.folder(bundle.root(), RootFolder.OPEN);
        Files.createDirectories(bundle.work());
        Files.createDirectories(bundle.shown());
        // By a name of our own, since those of images may have a comma or a colon in them.
        Files.createSymbolicLink(bundle.image(), image);
    }

    /** Writes the command line that shows it to a program. */
    List<String> before(List<String> argv, Account owner) throws IOException {
        BundleFolder bundle = config.bundle();
        List<String> all = new ArrayList<>(APART);
        all.addAll(List.of("/bin/sh", "-c", SCRIPT, "sh"));
        Overlay overlay = new Overlay(bundle.image(), bundle.root(), bundle.work(), bundle.shown());
        all.addAll(List.of(overlay.options(), overlay.target().toString()));
        all.add(config.files().resolve("/tmp").toString());
        all.add(config.files().resolve(config.spec().workdir()).toString());
        all.add(owner.uid() + ":" + owner.gid());
        all.addAll(argv);
        return all;
    }
}
