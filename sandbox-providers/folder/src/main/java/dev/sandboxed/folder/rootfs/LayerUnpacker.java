package dev.sandboxed.folder.rootfs;

import dev.sandboxed.folder.files.UnixMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * Puts the layers of an image over one another. Nobody vouches for what is in them.
 *
 * <p>Everything belongs to the user who unpacks it. Devices and pipes are left out, and so are the bits that let a program
 * run as its owner: nobody needs them in a sandbox, and on the host's disk they would be a way to become that owner.
 */
final class LayerUnpacker {

    private static final String WHITEOUT = ".wh.";
    private static final String OPAQUE = ".wh..wh..opq";
    private static final int MODE = 01777;
    private static final int OWNER_MAY_ALL = 0700;

    private final GuestTree tree;
    private final UnpackBudget budget;
    /** What the layer has brought itself; a whiteout is about those below it only. */
    private final Set<Path> brought = new HashSet<>();
    /** Modes that are set when all is in the folders. */
    private final Map<Path, Folder> folders = new HashMap<>();

    private record Folder(int mode, FileTime modified) {}

    LayerUnpacker(Path root, UnpackBudget budget) {
        this.tree = new GuestTree(root);
        this.budget = budget;
    }

    /** Unpack something that has nothing below it: names that hide others mean nothing there. */
    void unpackAlone(InputStream archive) throws IOException {
        unpack(archive, false);
    }

    /** Unpack a layer over those that came before it. */
    void unpack(InputStream layer) throws IOException {
        brought.clear();
        unpack(layer, true);
    }

    private void unpack(InputStream archive, boolean whiteouts) throws IOException {
        TarArchiveInputStream tar = new TarArchiveInputStream(archive, StandardCharsets.UTF_8.name());
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            budget.countEntry();
            Path place = tree.place(entry.getName());
            String name = String.valueOf(place.getFileName());
            if (whiteouts && name.startsWith(WHITEOUT)) {
                hide(place, name);
            } else {
                put(entry, place, tar);
                brought.add(place);
            }
        }
    }

    /** Set the modes of all folders, the deepest first: afterwards their owner may not be able to get at what is in them. */
    void finish() throws IOException {
        List<Path> deepestFirst = folders.keySet().stream()
                .filter(folder -> Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS))
                .sorted(Comparator.comparingInt(Path::getNameCount).reversed())
                .toList();
        for (Path path : deepestFirst) {
            Folder folder = Objects.requireNonNull(folders.get(path));
            Files.setLastModifiedTime(path, folder.modified());
            UnixMode.set(path, folder.mode());
        }
    }

    private void put(TarArchiveEntry entry, Path place, InputStream content) throws IOException {
        if (entry.isDirectory()) {
            putFolder(entry, place);
        } else if (entry.isSymbolicLink()) {
            GuestTree.clear(place);
            Files.createSymbolicLink(place, Path.of(entry.getLinkName()));
        } else if (entry.isLink()) {
            putLink(entry, place);
        } else if (!entry.isFIFO() && !entry.isCharacterDevice() && !entry.isBlockDevice()) {
            putFile(entry, place, content);
        }
    }

    private void putFolder(TarArchiveEntry entry, Path place) throws IOException {
        if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            GuestTree.clear(place);
            Files.createDirectory(place);
        }
        // Until the end its owner must be able to fill it.
        UnixMode.set(place, OWNER_MAY_ALL);
        folders.put(place, new Folder(entry.getMode() & MODE, modified(entry)));
    }

    private void putLink(TarArchiveEntry entry, Path place) throws IOException {
        Path target = tree.place(entry.getLinkName());
        if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("its entry '" + entry.getName() + "' is another name of '" + entry.getLinkName()
                    + "', which is no file");
        }
        if (!target.equals(place)) {
            GuestTree.clear(place);
            Files.createLink(place, target);
        }
    }

    private void putFile(TarArchiveEntry entry, Path place, InputStream content) throws IOException {
        GuestTree.clear(place);
        try (OutputStream file =
                Files.newOutputStream(place, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            budget.copy(content, file);
        }
        Files.setLastModifiedTime(place, modified(entry));
        // Last, since it may shut out the owner.
        UnixMode.set(place, entry.getMode() & MODE);
    }

    private static FileTime modified(TarArchiveEntry entry) {
        return FileTime.from(entry.getLastModifiedTime().toInstant());
    }

    /** Hide one entry of the layers below, or all that they have in a folder. */
    private void hide(Path place, String name) throws IOException {
        Path folder = Objects.requireNonNull(place.getParent());
        if (!name.equals(OPAQUE)) {
            String hidden = name.substring(WHITEOUT.length());
            if (hidden.isEmpty() || hidden.equals(".") || hidden.equals("..")) {
                throw new IOException("its entry '" + name + "' hides nothing that can be named");
            }
            hide(folder.resolve(hidden));
            return;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path each : all) {
                hide(each);
            }
        }
    }

    private void hide(Path place) throws IOException {
        if (brought.stream().noneMatch(each -> each.startsWith(place))) {
            GuestTree.clear(place);
        }
    }
}
