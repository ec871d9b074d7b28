package dev.sandboxed.folder.internal.store;

import dev.sandboxed.linux.internal.files.WrittenParts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in hexadecimal digits. */
public final class Checksum {

    private static final int BLOCK = 64 * 1024;
    private static final ByteBuffer EMPTY = ByteBuffer.allocate(BLOCK).asReadOnlyBuffer();

    private Checksum() {}

    /** Returns that of a file, which need not fit into memory. */
    public static String of(Path file) throws IOException {
        MessageDigest digest = digest();
        try (InputStream content = new DigestInputStream(Files.newInputStream(file), digest)) {
            content.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Returns that of the size of a file and of all its blocks that are not empty, whether these are holes or not. */
    public static String ofBlocks(Path file) throws IOException {
        MessageDigest digest = digest();
        digest.update(number(Files.size(file)));
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        try (FileChannel content = FileChannel.open(file)) {
            long at = 0;
            for (WrittenParts.Part part : WrittenParts.of(file)) {
                for (at = Math.max(at, part.begin() / BLOCK * BLOCK); at < part.end(); at += BLOCK) {
                    content.read(block.clear(), at);
                    if (block.flip().mismatch(EMPTY.slice(0, block.limit())) >= 0) {
                        digest.update(number(at));
                        digest.update(block);
                    }
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static byte[] number(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    /** Returns that of a text. */
    public static String of(String text) {
        return HexFormat.of().formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
