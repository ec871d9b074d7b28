package dev.sandboxed.folder.rootfs;

import dev.sandboxed.folder.internal.tar.StrangeTar;
import dev.sandboxed.folder.rootfs.ImageNode.Attributes;
import dev.sandboxed.folder.rootfs.ImageNode.Blob;
import dev.sandboxed.folder.rootfs.ImageNode.Content;
import dev.sandboxed.folder.rootfs.ImageNode.Link;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;

/**
 * Puts the layers of an image over one another. Nobody vouches for what is in them, so what comes of them is known before
 * the first name is made: until then their files have numbers.
 *
 * <p>Everything belongs to the user who unpacks it. Devices and pipes are left out, and so are the bits that let a program
 * run as its owner: nobody needs them in a sandbox, and on the host's disk they would be a way to become that owner.
 */
final class LayerUnpacker {

    private static final String WHITEOUT = ".wh.";
    private static final String OPAQUE = ".wh..wh..opq";
    private static final int MODE = 01777;

    private final Path spool;
    private final UnpackBudget budget;
    private final ImageTree tree;
    private long files;

    /**
     * Begins with nothing.
     *
     * @param spool an empty folder on the disk that the image goes to, for files that have no names yet
     */
    LayerUnpacker(Path spool, UnpackBudget budget) {
        this.spool = spool;
        this.budget = budget;
        this.tree = new ImageTree(budget);
    }

    /** Unpacks something that has nothing below it: names that hide others mean nothing there. */
    void unpackAlone(InputStream archive) throws IOException {
        unpack(archive, false);
    }

    /** Unpacks a layer over those that came before it. */
    void unpack(InputStream layer) throws IOException {
        tree.nextLayer();
        unpack(layer, true);
    }

    private void unpack(InputStream archive, boolean whiteouts) throws IOException {
        StrangeTar tar = new StrangeTar(archive, StandardCharsets.UTF_8);
        for (TarArchiveEntry entry = tar.next(); entry != null; entry = tar.next()) {
            budget.countEntry();
            ImageTree.Place place = tree.place(entry.getName());
            if (whiteouts && place.name().startsWith(WHITEOUT)) {
                hide(place);
            } else {
                put(entry, place, tar);
            }
        }
    }

    /**
     * Makes all that there is now.
     *
     * @param root where to; nothing is there yet
     */
    void finish(Path root) throws IOException {
        ImageWriter.write(tree, root);
    }

    /** A name with a slash at its end makes a folder of what has no type of its own, so others are looked at first. */
    private void put(TarArchiveEntry entry, ImageTree.Place place, StrangeTar tar) throws IOException {
        if (entry.isSymbolicLink()) {
            tree.put(place, new Link(target(entry)), entry.getName());
        } else if (entry.isLink()) {
            putLink(entry, place);
        } else if (entry.isFIFO() || entry.isCharacterDevice() || entry.isBlockDevice()) {
            return;
        } else if (entry.isDirectory()) {
            tree.putFolder(place, entry.getName()).attributes(attributes(entry));
        } else {
            putFile(entry, place, tar.content());
        }
    }

    private String target(TarArchiveEntry entry) throws IOException {
        String target = entry.getLinkName();
        if (target.isEmpty() || target.indexOf('\0') >= 0) {
            throw new IOException("its entry '" + entry.getName() + "' is a link to '" + target.replace('\0', '?')
                    + "', which nothing can be called");
        }
        budget.remember(target);
        return target;
    }

    private void putLink(TarArchiveEntry entry, ImageTree.Place place) throws IOException {
        if (!(tree.place(entry.getLinkName()).node() instanceof Content file)) {
            throw new IOException("its entry '" + entry.getName() + "' is another name of '" + entry.getLinkName()
                    + "', which is no file");
        }
        tree.put(place, new Content(file.blob()), entry.getName());
    }

    private void putFile(TarArchiveEntry entry, ImageTree.Place place, InputStream content) throws IOException {
        budget.requireRoomFor(entry.getRealSize());
        Path numbered = spool.resolve(Long.toString(++files));
        try (OutputStream file =
                Files.newOutputStream(numbered, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            budget.copy(content, file);
        }
        tree.put(place, new Content(new Blob(numbered, attributes(entry))), entry.getName());
    }

    private static Attributes attributes(TarArchiveEntry entry) {
        return new Attributes(
                entry.getMode() & MODE,
                FileTime.from(entry.getLastModifiedTime().toInstant()));
    }

    /** Hides one entry of the layers below, or all that they have in a folder. */
    private void hide(ImageTree.Place place) throws IOException {
        if (place.name().equals(OPAQUE)) {
            tree.hideAll(place.folder());
            return;
        }
        String hidden = place.name().substring(WHITEOUT.length());
        if (hidden.isEmpty() || hidden.equals(".") || hidden.equals("..")) {
            throw new IOException("its entry '" + place.name() + "' hides nothing that can be named");
        }
        tree.hide(place.folder(), hidden);
    }
}
