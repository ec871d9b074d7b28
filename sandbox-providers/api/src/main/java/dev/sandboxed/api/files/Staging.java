package dev.sandboxed.api.files;

import dev.sandboxed.api.internal.files.TransferBudget;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A folder that nobody but us has been in, in which a tree is put together before any of it appears in its place. Whatever
 * needs a path of the host is made under a name of ours and then moved between folders that are held open.
 */
final class Staging implements Closeable {

    /** What the tree, or the only file, is called here. */
    static final Path TREE = Path.of("tree");

    private static final Path DRAFT = Path.of("draft");
    private static final int BLOCK = 64 * 1024;
    private static final byte[] ZEROS = new byte[BLOCK];

    private final Path path;
    private final OpenFolder folder;

    private Staging(Path path, OpenFolder folder) {
        this.path = path;
        this.folder = folder;
    }

    /** Begins in a folder of the host, which must be writable. */
    static Staging in(Path parent) throws IOException {
        Path path = Files.createTempDirectory(
                parent,
                ".sandboxed-",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return new Staging(path, OpenFolder.at(path));
    }

    OpenFolder folder() {
        return folder;
    }

    /** Opens a folder below the tree's top, by the names that lead to it. */
    OpenFolder open(List<Path> names) throws IOException {
        OpenFolder at = folder.child(TREE);
        for (Path name : names) {
            try (OpenFolder above = at) {
                at = above.child(name);
            }
        }
        return at;
    }

    void makeFolder(OpenFolder parent, Path name) throws IOException {
        Files.createDirectory(
                path.resolve(DRAFT),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        parent.take(folder, DRAFT, name);
    }

    void makeLink(OpenFolder parent, Path name, Path target) throws IOException {
        Files.createSymbolicLink(path.resolve(DRAFT), target);
        parent.take(folder, DRAFT, name);
    }

    /**
     * Writes a file; long runs of zeros become holes.
     *
     * @return how many bytes it has
     */
    static long writeFile(OpenFolder parent, Path name, InputStream content, TransferBudget budget) throws IOException {
        long size = 0;
        try (SeekableByteChannel file = parent.create(name)) {
            boolean endsWithHole = false;
            byte[] block = new byte[BLOCK];
            for (int count = content.readNBytes(block, 0, BLOCK);
                    count > 0;
                    count = content.readNBytes(block, 0, BLOCK)) {
                budget.spend(count);
                endsWithHole = Arrays.equals(block, 0, count, ZEROS, 0, count);
                if (!endsWithHole) {
                    file.position(size);
                    writeAll(file, ByteBuffer.wrap(block, 0, count));
                }
                size += count;
            }
            if (endsWithHole) {
                file.position(size - 1);
                writeAll(file, ByteBuffer.wrap(ZEROS, 0, 1));
            }
        }
        return size;
    }

    private static void writeAll(SeekableByteChannel file, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    /** Returns the whole tree, or the only file, its place; a file or a link that is there is replaced. */
    void settle(Path target) throws IOException {
        try (OpenFolder parent = OpenFolder.at(Objects.requireNonNull(target.getParent()))) {
            parent.take(folder, TREE, Objects.requireNonNull(target.getFileName()));
        }
    }

    @Override
    public void close() throws IOException {
        try (folder) {
            folder.remove(TREE);
            folder.remove(DRAFT);
        }
        Files.delete(path);
    }
}
