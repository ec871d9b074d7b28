package dev.sandboxed.folder.snapshot;

import dev.sandboxed.folder.internal.store.Checksum;
import dev.sandboxed.linux.internal.files.WrittenParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What a snapshot holds on disk: an archive, or a folder of files. */
final class SnapshotContent {

    private SnapshotContent() {}

    /** Returns how many bytes it takes; holes in the files of a folder do not count. */
    static long size(Path content) throws IOException {
        if (!Files.isDirectory(content)) {
            return Files.size(content);
        }
        long sum = 0;
        for (Path file : filesOf(content)) {
            for (WrittenParts.Part part : WrittenParts.of(file)) {
                sum += part.end() - part.begin();
            }
        }
        return sum;
    }

    /** Returns that of the archive; of a folder, that of the names and checksums of its files. */
    static String checksum(Path content) throws IOException {
        if (!Files.isDirectory(content)) {
            return "sha256:" + Checksum.of(content);
        }
        StringBuilder all = new StringBuilder();
        for (Path file : filesOf(content)) {
            all.append(Checksum.ofBlocks(file))
                    .append(' ')
                    .append(file.getFileName())
                    .append('\n');
        }
        return "sha256:" + Checksum.of(all.toString());
    }

    private static List<Path> filesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
