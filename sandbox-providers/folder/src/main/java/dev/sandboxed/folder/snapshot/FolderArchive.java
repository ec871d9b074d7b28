package dev.sandboxed.folder.snapshot;

import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.internal.tar.StrangeTar;
import dev.sandboxed.linux.internal.files.Held;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/**
 * A folder as a compressed tar file: directories, plain files and links with their modes and times. Pipes and sockets are
 * not kept, since they mean nothing without the processes behind them. Each byte of a name is one character here, so that
 * names stay what they are, whether they are text or not.
 */
final class FolderArchive {

    /** Marks a link to an absolute path inside the sandbox, whose root is another one when it is restored. */
    static final String INSIDE = "sandbox:";
    /** Marks every other link. */
    static final String AS_IT_IS = "text:";

    private static final String BYTES = StandardCharsets.ISO_8859_1.name();

    private FolderArchive() {}

    /**
     * Writes the files below the root that the options ask for, and returns how many there were. What is gone before it is
     * reached is left out, and a file that changes meanwhile has the size that it had at first.
     */
    static long write(RootedPaths paths, SnapshotOptions options, OutputStream target) throws IOException {
        GzipParameters parameters = new GzipParameters();
        parameters.setCompressionLevel(Deflater.BEST_SPEED);
        try (TarArchiveOutputStream tar =
                        new TarArchiveOutputStream(new GzipCompressorOutputStream(target, parameters), BYTES);
                Held root = Held.at(paths.root())) {
            // The other way of writing long names knows only those that are text.
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
            tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
            return new FolderPacking(paths, options, tar).pack(root);
        }
    }

    /**
     * Makes the files of an archive below the root.
     *
     * @param paths a root in which nothing is
     * @throws IOException if it is damaged, or was not written by {@link #write}; what is made by then stays
     */
    static void read(InputStream source, RootedPaths paths) throws IOException {
        FolderUnpacking unpacking = new FolderUnpacking(paths);
        try (StrangeTar tar = new StrangeTar(new GzipCompressorInputStream(source), StandardCharsets.ISO_8859_1)) {
            for (TarArchiveEntry entry = tar.next(); entry != null; entry = tar.next()) {
                unpacking.put(entry, tar);
            }
            unpacking.finish();
        } catch (InvalidPathException e) {
            throw new IOException("it has a name that no file can have: " + e.getReason(), e);
        }
    }
}
