package dev.sandboxed.cli.internal.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A file of the host that is nobody else's business, in a folder that only this user may look into. It is deleted when it is
 * closed, and as well when the JVM is told to end before that.
 *
 * @param file where it is
 * @param content what only who has read it can know
 */
record SecretFile(Path file, String content) implements AutoCloseable {

    static SecretFile create() throws IOException {
        Path folder = Files.createTempDirectory("sandboxed-demo-");
        folder.toFile().deleteOnExit();
        Path file = folder.resolve("secret");
        file.toFile().deleteOnExit();
        String content = UUID.randomUUID().toString();
        Files.writeString(file, content + "\n");
        return new SecretFile(file, content);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(file.getParent());
    }
}
