package dev.sandboxed.provider.docker.internal.snapshot;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sandboxed.api.internal.files.SnapshotSelection;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * An image of one layer, in the form that engines load. The layer waits in a file of the host, since what comes before it
 * tells its checksum; the file is gone when this is closed, and also when the JVM is killed.
 */
final class LayerArchive implements AutoCloseable {

    private static final String LAYER = "layer.tar";
    private static final String CONFIG = "config.json";
    private static final int BUFFER = 64 << 10;
    /** An archive ends with two empty blocks. */
    private static final int END = 1024;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final FileChannel layer;
    private final String checksum;
    private final Tally tally;

    private LayerArchive(FileChannel layer, String checksum, Tally tally) {
        this.layer = layer;
        this.checksum = checksum;
        this.tally = tally;
    }

    /**
     * Reads the files of a container.
     *
     * @param unused makes a container of the same image, should one be needed
     */
    static LayerArchive of(
            ContainerFiles files, Changes changes, SnapshotSelection selection, Supplier<UnusedContainer> unused)
            throws IOException {
        FileChannel file = anonymousFile();
        boolean whole = false;
        try {
            DigestOutputStream target =
                    new DigestOutputStream(new BufferedOutputStream(Channels.newOutputStream(file), BUFFER), sha256());
            LayerWriter writer = new LayerWriter(changes, selection, target);
            writer.write(files);
            if (writer.needsOriginals()) {
                try (UnusedContainer original = unused.get()) {
                    writer.writeOriginals(original.files());
                }
            }
            Tally tally = writer.finish();
            target.flush();
            String checksum = "sha256:"
                    + HexFormat.of().formatHex(target.getMessageDigest().digest());
            whole = true;
            return new LayerArchive(file, checksum, tally);
        } finally {
            if (!whole) {
                file.close();
            }
        }
    }

    /** Returns what it has of the sandbox's own. */
    Tally tally() {
        return tally;
    }

    /** Open it as an image with a name; once at a time. */
    InputStream open(BaseImage base, SnapshotLabels labels, String name) throws IOException {
        byte[] config = base.describe(
                checksum, labels.writtenBeside(base.labels()), labels.created().toString());
        byte[] manifest = JSON.writeValueAsBytes(
                List.of(Map.of("Config", CONFIG, "RepoTags", List.of(name), "Layers", List.of(LAYER))));
        ByteArrayOutputStream start = new ByteArrayOutputStream();
        TarArchiveOutputStream tar = new TarArchiveOutputStream(start, StandardCharsets.UTF_8.name());
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        put(tar, CONFIG, config);
        put(tar, "manifest.json", manifest);
        // The layer is itself an archive and so consists of whole blocks: its header is all that has to be made.
        tar.putArchiveEntry(entry(LAYER, layer.size()));
        return new SequenceInputStream(Collections.enumeration(List.of(
                new ByteArrayInputStream(start.toByteArray()),
                Channels.newInputStream(layer.position(0)),
                new ByteArrayInputStream(new byte[END]))));
    }

    private static void put(TarArchiveOutputStream tar, String name, byte[] content) throws IOException {
        tar.putArchiveEntry(entry(name, content.length));
        tar.write(content);
        tar.closeArchiveEntry();
    }

    private static TarArchiveEntry entry(String name, long size) {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(size);
        return entry;
    }

    private static FileChannel anonymousFile() throws IOException {
        Path file = Files.createTempFile("sandboxed-", ".layer");
        return FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    @Override
    public void close() throws IOException {
        layer.close();
    }
}
