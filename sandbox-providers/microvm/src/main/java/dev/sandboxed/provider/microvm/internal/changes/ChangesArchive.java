package dev.sandboxed.provider.microvm.internal.changes;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.internal.files.SnapshotSelection;
import dev.sandboxed.api.internal.files.TransferBudget;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.guest.internal.tar.ArchiveInput;
import dev.sandboxed.provider.microvm.internal.channel.Listener;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/**
 * What a machine has changed of its image, as a compressed tar file. What is gone is a device with the numbers 0 and 0 in it, as in
 * the machine itself. Each byte of a name is one character here, so that names stay what they are, whether they are text or not.
 *
 * @param image what tells the image apart from others; it is kept in the archive
 * @param networked whether the machine was told whom to ask for names
 */
public record ChangesArchive(Listener listener, String image, boolean networked) {

    /** What every machine has of its own. */
    private static final Set<String> OWN = Set.of("etc/hostname", "etc/machine-id");

    /** What those have of their own that have a network. */
    private static final String RESOLVER = "etc/resolv.conf";

    /** What a machine sends has no holes, and a file that takes no room can seem to have terabytes. */
    private static final DataSize LARGEST = DataSize.ofGibibytes(64);

    private static final String BYTES = StandardCharsets.ISO_8859_1.name();

    /**
     * Writes the files that the options ask for, and returns how many there were.
     *
     * @throws IllegalArgumentException if a pattern of the options is malformed
     * @throws ResourceLimitException if there is more than anybody can wait for
     * @throws IOException if the machine cannot read one, or the archive cannot be written
     */
    public long pack(Path archive, SnapshotOptions options) throws IOException {
        SnapshotSelection selection = SnapshotSelection.of(options);
        GzipParameters parameters = new GzipParameters();
        parameters.setCompressionLevel(Deflater.BEST_SPEED);
        parameters.setComment(image);
        // Of a file with several names the first one may be left out, and the content with it.
        try (InputStream changes = listener.pack(!selection.takesAll());
                ArchiveInput source = new ArchiveInput(changes, StandardCharsets.ISO_8859_1);
                OutputStream file = Files.newOutputStream(archive);
                TarArchiveOutputStream target =
                        new TarArchiveOutputStream(new GzipCompressorOutputStream(file, parameters), BYTES)) {
            target.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
            target.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_STAR);
            TransferBudget budget = TransferBudget.ofSnapshot(LARGEST);
            long count = 0;
            for (TarArchiveEntry entry = source.next(); entry != null; entry = source.next()) {
                budget.spend(Math.max(entry.getSize(), entry.getRealSize()));
                if (isWanted(entry, selection)) {
                    target.putArchiveEntry(entry);
                    source.content().transferTo(target);
                    target.closeArchiveEntry();
                    count += isPlain(entry) ? 1 : 0;
                } else {
                    source.content().transferTo(OutputStream.nullOutputStream());
                }
            }
            // How it went comes after the last byte.
            changes.transferTo(OutputStream.nullOutputStream());
            return count;
        }
    }

    private boolean isWanted(TarArchiveEntry entry, SnapshotSelection selection) {
        byte[] name = entry.getName().getBytes(StandardCharsets.ISO_8859_1);
        String path = new String(name, StandardCharsets.UTF_8).replaceFirst("/$", "");
        boolean own = OWN.contains(path) || (networked && path.equals(RESOLVER));
        return !own && selection.takes(path);
    }

    private static boolean isPlain(TarArchiveEntry entry) {
        return entry.isLink()
                || entry.getLinkFlag() == TarArchiveEntry.LF_NORMAL
                || entry.getLinkFlag() == TarArchiveEntry.LF_OLDNORM;
    }

    /**
     * Puts the files of an archive in place.
     *
     * @param limit how long that may take
     * @throws SnapshotRejectedException if they lay over another image
     * @throws IOException if the archive cannot be read, the machine cannot make one of them, or the time is up
     */
    public void unpack(Path archive, Duration limit) throws IOException {
        try (InputStream file = Files.newInputStream(archive);
                GzipCompressorInputStream changes = new GzipCompressorInputStream(file)) {
            String base = changes.getMetaData().getComment();
            if (!image.equals(base)) {
                throw new SnapshotRejectedException(Fault.of("The snapshot cannot be restored: it lies over the drive '"
                                + base + "', and the sandbox would have '" + image + "'")
                        .remedy("restore it with a spec that names the image of the sandbox it was taken of"));
            }
            listener.unpack(changes, limit);
        }
    }
}
