package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.conformance.internal.host.Removal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** A folder on the host for the time of an examination. */
final class Scratch implements AutoCloseable {

    private final Path folder;
    private final AtomicInteger count = new AtomicInteger();

    Scratch() {
        try {
            folder = Files.createTempDirectory("sandboxed-conformance");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make a temporary folder", e);
        }
    }

    Path folder() {
        return folder;
    }

    /** Returns a new, empty folder in it. */
    Path fresh() {
        try {
            return Files.createDirectory(folder.resolve("scratch-" + count.incrementAndGet()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            Removal.of(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot remove the temporary folder " + folder, e);
        }
    }
}
