package dev.sandboxed.folder.snapshot;

import dev.sandboxed.api.internal.files.Glob;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.linux.internal.files.ByteNames;
import dev.sandboxed.linux.internal.files.Held;
import dev.sandboxed.linux.internal.files.WrittenParts;
import dev.sandboxed.linux.internal.files.WrittenParts.Part;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/**
 * Packs a folder in which somebody may be at work: every folder and file is held from the look at it until it is packed, so
 * that it is what it was taken for.
 */
final class FolderPacking {

    private static final int PERMISSIONS = 07777;
    /** In smaller files a hole would not be worth the question. */
    private static final int WITH_HOLES = 64 * 1024;

    private static final int DEEPEST = 1000;

    private final RootedPaths paths;
    private final List<Glob> include;
    private final List<Glob> exclude;
    private final TarArchiveOutputStream tar;
    private long files;

    FolderPacking(RootedPaths paths, SnapshotOptions options, TarArchiveOutputStream tar) {
        this.paths = paths;
        this.include = options.include().stream().map(Glob::of).toList();
        this.exclude = options.exclude().stream().map(Glob::of).toList();
        this.tar = tar;
    }

    /** Packs what is in the root, and returns how many files there were. */
    long pack(Held root) throws IOException {
        packAll(root, "", 0);
        return files;
    }

    private void packAll(Held folder, String prefix, int depth) throws IOException {
        if (depth > DEEPEST) {
            throw new IOException("its folders lie in more than " + DEEPEST + " others");
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder.path())) {
            for (Path each : all) {
                Path name = each.getFileName();
                try (Held held = folder.child(name)) {
                    pack(new Place(folder, name, prefix + ByteNames.of(name)), held, depth);
                } catch (NoSuchFileException goneMeanwhile) {
                    // Then it is not in the snapshot either.
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    /** Where something was found, and what it is called in the archive. */
    private record Place(Held folder, Path name, String inside) {}

    private void pack(Place place, Held held, int depth) throws IOException {
        String text = ByteNames.toText(place.inside());
        if (matches(exclude, text)) {
            return;
        }
        boolean wanted = include.isEmpty() || matches(include, text);
        BasicFileAttributes attributes = held.attributes(BasicFileAttributes.class);
        if (attributes.isDirectory()) {
            if (wanted) {
                put(new TarArchiveEntry(place.inside() + "/"), held, attributes);
                tar.closeArchiveEntry();
            }
            packAll(held, place.inside() + "/", depth + 1);
        } else if (wanted && attributes.isSymbolicLink()) {
            packLink(place, held, attributes);
        } else if (wanted && attributes.isRegularFile()) {
            packFile(place, held, attributes);
        }
    }

    /** The text of a link may be that of a later one: it is kept, and nobody follows it. */
    private void packLink(Place place, Held held, BasicFileAttributes attributes) throws IOException {
        Path to;
        try {
            to = Files.readSymbolicLink(place.folder().path(place.name()));
        } catch (NotLinkException noneAnyMore) {
            return;
        }
        TarArchiveEntry link = new TarArchiveEntry(place.inside(), TarConstants.LF_SYMLINK);
        link.setLinkName(
                to.startsWith(paths.root())
                        ? FolderArchive.INSIDE + "/" + ByteNames.of(paths.root().relativize(to))
                        : FolderArchive.AS_IT_IS + ByteNames.of(to));
        put(link, held, attributes);
        tar.closeArchiveEntry();
    }

    private void packFile(Place place, Held held, BasicFileAttributes attributes) throws IOException {
        long size = attributes.size();
        try (FileChannel content = FileChannel.open(held.path())) {
            List<Part> parts = size < WITH_HOLES ? List.of(new Part(0, size)) : WrittenParts.of(held.path());
            TarArchiveEntry file = new TarArchiveEntry(place.inside());
            if (SparseContent.isSparse(parts, size)) {
                SparseContent.announce(file, parts, size);
                put(file, held, attributes);
                SparseContent.pack(content, parts, tar);
            } else {
                file.setSize(size);
                put(file, held, attributes);
                SparseContent.copy(Channels.newInputStream(content), size, tar);
            }
            tar.closeArchiveEntry();
            files++;
        }
    }

    private void put(TarArchiveEntry entry, Held held, BasicFileAttributes attributes) throws IOException {
        entry.setMode((Integer) held.attribute("unix:mode") & PERMISSIONS);
        entry.setLastModifiedTime(attributes.lastModifiedTime());
        tar.putArchiveEntry(entry);
    }

    private static boolean matches(List<Glob> globs, String name) {
        return globs.stream().anyMatch(glob -> glob.matches(name));
    }
}
