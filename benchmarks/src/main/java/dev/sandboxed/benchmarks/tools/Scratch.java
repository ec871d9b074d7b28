package dev.sandboxed.benchmarks.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder that is removed in the end, with whatever is in it then. */
public final class Scratch implements AutoCloseable {

    private final Path folder;

    /** Creates it.
     *
     * @throws IOException if there is no room for it
     */
    public Scratch() throws IOException {
        this.folder = Files.createTempDirectory("sandboxed-benchmark");
    }

    /** Returns the path of something in it, whether it is there or not. */
    public Path resolve(String name) {
        return folder.resolve(name);
    }

    @Override
    public void close() throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> found = Files.walk(folder)) {
            deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            Files.delete(path);
        }
    }
}
