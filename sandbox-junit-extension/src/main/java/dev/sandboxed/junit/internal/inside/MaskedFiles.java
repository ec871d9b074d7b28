package dev.sandboxed.junit.internal.inside;

import dev.sandboxed.api.spec.SecretMask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Takes secrets out of files that have left a sandbox. */
final class MaskedFiles {

    private final SecretMask mask;

    /** A secret is looked for as a file would have it in UTF-8 and in Latin-1. */
    MaskedFiles(SecretMask mask) {
        this.mask = mask.alsoWritten(
                word -> new String(word.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
    }

    /**
     * Masks a file, or all files of a folder. What is in a file that is no text is masked as well, though the file may be of no use
     * then.
     *
     * @throws IOException if a file cannot be read or written, or is too large for the memory that is left; it is removed then, since
     *     nobody knows what is in it
     */
    void maskBelow(Path place) throws IOException {
        if (mask.isEmpty()) {
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(place)) {
            files = all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
        for (Path file : files) {
            mask(file);
        }
    }

    /** Every byte is a character of Latin-1, so that all that is not masked stays as it is. */
    private void mask(Path file) throws IOException {
        try {
            String content = Files.readString(file, StandardCharsets.ISO_8859_1);
            String masked = mask.apply(content);
            if (!masked.equals(content)) {
                // A new one, since what came from inside may be read-only.
                Files.delete(file);
                Files.writeString(file, masked, StandardCharsets.ISO_8859_1);
            }
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        } catch (OutOfMemoryError e) {
            long size = Files.size(file);
            Files.deleteIfExists(file);
            throw new IOException(
                    "its " + size
                            + " bytes are too many to be searched for secrets; attach less, or give the JVM more heap",
                    e);
        }
    }
}
