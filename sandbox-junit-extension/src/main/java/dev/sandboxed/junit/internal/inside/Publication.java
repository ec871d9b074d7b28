package dev.sandboxed.junit.internal.inside;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Makes files and folders that others see only when they are complete, also when several processes make the same. */
final class Publication {

    private Publication() {}

    /** Makes something. */
    interface Filling {
        void fill(Path target) throws IOException;
    }

    /** Makes a file or folder unless it is there. */
    static void once(Path target, Filling filling) throws IOException {
        if (Files.exists(target)) {
            return;
        }
        Path parent = Files.createDirectories(target.toAbsolutePath().getParent());
        Path workshop = Files.createTempDirectory(parent, ".new-");
        try {
            Path made = workshop.resolve("made");
            filling.fill(made);
            Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            // Somebody else may have been faster, with the same.
            if (!Files.exists(target)) {
                throw e;
            }
        } finally {
            delete(workshop);
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(folder)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }
}
