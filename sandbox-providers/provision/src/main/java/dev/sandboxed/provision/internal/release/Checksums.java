package dev.sandboxed.provision.internal.release;

import dev.sandboxed.api.provision.Checksum;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Checksums of files. */
final class Checksums {

    private static final int BUFFER = 64 * 1024;

    private Checksums() {}

    static Checksum of(Path file, Checksum.Algorithm algorithm) throws IOException {
        MessageDigest digest = digest(algorithm);
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[BUFFER];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                digest.update(buffer, 0, count);
            }
        }
        return new Checksum(algorithm, HexFormat.of().formatHex(digest.digest()));
    }

    private static MessageDigest digest(Checksum.Algorithm algorithm) {
        try {
            return MessageDigest.getInstance(algorithm.title());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has " + algorithm.title(), e);
        }
    }
}
