package dev.sandboxed.folder.rootfs;

import dev.sandboxed.folder.internal.files.UnixMode;
import dev.sandboxed.folder.rootfs.ImageNode.Attributes;
import dev.sandboxed.folder.rootfs.ImageNode.Blob;
import dev.sandboxed.folder.rootfs.ImageNode.Content;
import dev.sandboxed.folder.rootfs.ImageNode.Folder;
import dev.sandboxed.folder.rootfs.ImageNode.Link;
import dev.sandboxed.linux.internal.files.ByteNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts an image on disk. Every name is made once and nothing is ever replaced. All folders and files come first, and a link
 * comes when nothing below its folder is touched any more; so whatever path is used here leads through folders that were
 * made a moment ago, and no link can be followed.
 */
final class ImageWriter {

    private static final int USUAL_MODE = 0755;

    private ImageWriter() {}

    /**
     * Makes all of an image.
     *
     * @param root where to; nothing is there yet
     * @throws IOException if a name is none that a file can have, or the disk refuses it
     */
    static void write(ImageTree image, Path root) throws IOException {
        makeFolder(image.root(), root);
        finishFolder(image.root(), root);
    }

    private static void makeFolder(Folder folder, Path place) throws IOException {
        Files.createDirectory(
                place, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        for (Map.Entry<String, ImageNode> child : folder.children().entrySet()) {
            if (child.getValue() instanceof Folder inner) {
                makeFolder(inner, pathOf(place, child.getKey()));
            } else if (child.getValue() instanceof Content content) {
                makeFile(content.blob(), pathOf(place, child.getKey()));
            }
        }
    }

    private static void makeFile(Blob blob, Path place) throws IOException {
        if (blob.isNamed()) {
            Files.createLink(place, blob.place());
            return;
        }
        Files.move(blob.place(), place);
        blob.name(place);
        Files.setLastModifiedTime(place, blob.attributes().modified());
        // Last, since it may shut out the owner.
        UnixMode.set(place, blob.attributes().mode());
    }

    /** Makes the links of a folder and sets its mode, the deepest first: afterwards its owner may not be able to get into it. */
    private static void finishFolder(Folder folder, Path place) throws IOException {
        for (Map.Entry<String, ImageNode> child : folder.children().entrySet()) {
            if (child.getValue() instanceof Folder inner) {
                finishFolder(inner, pathOf(place, child.getKey()));
            }
        }
        for (Map.Entry<String, ImageNode> child : folder.children().entrySet()) {
            if (child.getValue() instanceof Link link) {
                Files.createSymbolicLink(
                        pathOf(place, child.getKey()), ByteNames.path(ByteNames.ofText(link.target())));
            }
        }
        @Nullable Attributes attributes = folder.attributes();
        if (attributes != null) {
            Files.setLastModifiedTime(place, attributes.modified());
        }
        UnixMode.set(place, attributes == null ? USUAL_MODE : attributes.mode());
    }

    private static Path pathOf(Path folder, String name) {
        return folder.resolve(ByteNames.path(ByteNames.ofText(name)));
    }
}
