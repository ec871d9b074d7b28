package dev.sandboxed.provider.oci.internal.bundle;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.folder.internal.layers.Whiteout;
import dev.sandboxed.linux.internal.files.LinkWalk;
import dev.sandboxed.linux.internal.files.UntrustedFile;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The root of a container as it looks from the host before anything is mounted: what the sandbox has changed, over what its
 * image has.
 *
 * <p>Links are followed as inside: absolute ones begin at the root, and nothing leads above it. Both layers may have been
 * written by anybody. What lies below a replaced folder is seen although the kernel hides it; nobody but the kernel can tell.
 *
 * @param changes the upper layer
 * @param image the lower layer; none for a container that has the programs of the host
 */
public record LayeredRoot(Path changes, @Nullable Path image) {

    /**
     * Follows all links of a path, whether something is there or not.
     *
     * @return where it leads, below the root and free of links
     * @throws SandboxStartException if it leads in circles
     */
    Path resolve(String path) throws IOException {
        try {
            return LinkWalk.follow(Path.of(path), true, this::link);
        } catch (FileSystemLoopException e) {
            throw new SandboxStartException(Fault.of("The path '" + path + "' in the sandbox goes through more than "
                            + LinkWalk.MOST_LINKS + " links")
                    .remedy("remove the loop of links from the image or from the snapshot"));
        }
    }

    private Optional<Path> link(Path inside) throws IOException {
        Optional<Path> link = look(inside).filter(Files::isSymbolicLink);
        return link.isEmpty() ? link : Optional.of(Files.readSymbolicLink(link.get()));
    }

    /**
     * Finds a file of either layer.
     *
     * @return where it is on the host; it may be a folder, but is no link
     */
    Optional<Path> find(String path) throws IOException {
        return look(resolve(path));
    }

    /**
     * Reads a small file, whatever those inside do to it meanwhile.
     *
     * @param most how large it may be
     * @return what is in it; nothing if it is not there, larger, or no plain file
     */
    Optional<byte[]> read(String path, int most) throws IOException {
        Path inside = resolve(path);
        Optional<Path> layer = look(inside).map(file -> file.startsWith(changes) || image == null ? changes : image);
        return layer.isEmpty() ? Optional.empty() : UntrustedFile.read(layer.get(), inside, most);
    }

    private Optional<Path> look(Path inside) throws IOException {
        Path changed = changes.resolve(inside);
        if (Files.exists(changed, LinkOption.NOFOLLOW_LINKS)) {
            return Whiteout.is(changed) ? Optional.empty() : Optional.of(changed);
        }
        if (image == null || isHidden(inside)) {
            return Optional.empty();
        }
        return Optional.of(image.resolve(inside)).filter(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS));
    }

    /** What the image has at a path is not seen where the sandbox has put something else on the way to it, or nothing. */
    private boolean isHidden(Path inside) throws IOException {
        for (Path way = inside.getParent(); way != null; way = way.getParent()) {
            Path changed = changes.resolve(way);
            boolean replaced = Files.exists(changed, LinkOption.NOFOLLOW_LINKS) && !isFolder(changed);
            if (replaced || image == null || !isFolder(image.resolve(way))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isFolder(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }
}
