package dev.sandboxed.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A folder with many small files in it, like the sources of a project.
 *
 * @param folder where they are
 */
record SmallFiles(Path folder) {

    private static final int PER_FOLDER = 50;
    private static final int MOST_BYTES = 4096;

    /** Creates a folder with files of random content and size, the same each time. */
    static SmallFiles make(Path folder, int count) throws IOException {
        Random random = new Random(count);
        for (int i = 0; i < count; i++) {
            Path file = folder.resolve("part-" + i / PER_FOLDER).resolve("file-" + i);
            Files.createDirectories(file.getParent());
            byte[] content = new byte[random.nextInt(MOST_BYTES)];
            random.nextBytes(content);
            Files.write(file, content);
        }
        return new SmallFiles(folder);
    }

    /**
     * Sees to it that a copy is one.
     *
     * @throws IllegalStateException if a file is missing, too many or has another content
     */
    void requireSame(Path copy) throws IOException {
        Map<String, Path> mine = files(folder);
        Map<String, Path> theirs = files(copy);
        if (!mine.keySet().equals(theirs.keySet())) {
            throw new IllegalStateException(
                    "Of " + mine.size() + " files in " + folder + " the copy " + copy + " has " + theirs.size());
        }
        for (Map.Entry<String, Path> file : mine.entrySet()) {
            if (Files.mismatch(file.getValue(), theirs.get(file.getKey())) >= 0) {
                throw new IllegalStateException("The copy " + copy + " has another " + file.getKey());
            }
        }
    }

    private static Map<String, Path> files(Path top) throws IOException {
        Map<String, Path> files = new TreeMap<>();
        try (Stream<Path> found = Files.walk(top)) {
            found.filter(Files::isRegularFile)
                    .forEach(file -> files.put(top.relativize(file).toString(), file));
        }
        return files;
    }
}
