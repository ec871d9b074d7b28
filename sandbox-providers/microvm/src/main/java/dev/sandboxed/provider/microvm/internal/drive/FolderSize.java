package dev.sandboxed.provider.microvm.internal.drive;

import dev.sandboxed.folder.internal.store.Checksum;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * How much there is in a folder.
 *
 * @param files how many files and folders
 * @param bytes how much they take in whole blocks
 * @param fingerprint tells whether anything has changed
 */
record FolderSize(long files, long bytes, String fingerprint) {

    static FolderSize of(Path folder, long block) throws IOException {
        StringBuilder all = new StringBuilder();
        long[] sums = new long[2];
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes about) {
                return visitFile(path, about);
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes about) {
                sums[0]++;
                sums[1] += (about.size() + block - 1) / block * block;
                all.append(folder.relativize(path))
                        .append('\0')
                        .append(about.size())
                        .append(' ')
                        .append(about.lastModifiedTime())
                        .append('\n');
                return FileVisitResult.CONTINUE;
            }
        });
        return new FolderSize(sums[0], sums[1], Checksum.of(all.toString()));
    }
}
