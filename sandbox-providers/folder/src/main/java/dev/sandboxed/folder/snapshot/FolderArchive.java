package dev.sandboxed.folder.snapshot;

import dev.sandboxed.api.files.Glob;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.files.UnixMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/**
 * A folder as a compressed tar file: directories, plain files and links with their modes and times. Pipes and sockets are
 * not kept, since they mean nothing without the processes behind them.
 */
final class FolderArchive {

    /** Marks a link to an absolute path inside the sandbox, whose root is another one when it is restored. */
    private static final String INSIDE = "sandbox:";
    /** Marks every other link. */
    private static final String AS_IT_IS = "text:";

    private FolderArchive() {}

    /** Write the files below the root that the options ask for, and tell how many there were. */
    static long write(RootedPaths paths, SnapshotOptions options, OutputStream target) throws IOException {
        GzipParameters parameters = new GzipParameters();
        parameters.setCompressionLevel(Deflater.BEST_SPEED);
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new GzipCompressorOutputStream(target, parameters), "UTF-8")) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
            tar.setAddPaxHeadersForNonAsciiNames(true);
            Writer writer = new Writer(paths, options, tar);
            Files.walkFileTree(paths.root(), writer);
            return writer.files;
        }
    }

    /** Make the files of an archive below the root; an entry that would leave it refuses the rest. */
    static void read(InputStream source, RootedPaths paths) throws IOException {
        Deque<TarArchiveEntry> directories = new ArrayDeque<>();
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new GzipCompressorInputStream(source), "UTF-8")) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path path = paths.locate("/" + entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                    directories.push(entry);
                    continue;
                }
                Path parent = path.getParent();
                if (parent != null) {
                    Files.createDirectories(parent);
                }
                if (entry.isSymbolicLink()) {
                    String to = entry.getLinkName();
                    Files.createSymbolicLink(
                            path,
                            to.startsWith(INSIDE)
                                    ? paths.linkToHost(to.substring(INSIDE.length()))
                                    : Path.of(to.substring(AS_IT_IS.length())));
                } else {
                    Files.copy(tar, path);
                    setAttributes(path, entry);
                }
            }
        }
        for (TarArchiveEntry directory : directories) {
            setAttributes(paths.locate("/" + directory.getName()), directory);
        }
    }

    private static void setAttributes(Path path, TarArchiveEntry entry) throws IOException {
        UnixMode.set(path, entry.getMode());
        Files.setLastModifiedTime(
                path, FileTime.from(entry.getLastModifiedTime().toInstant()));
    }

    private static final class Writer extends SimpleFileVisitor<Path> {
        private final RootedPaths paths;
        private final List<Glob> include;
        private final List<Glob> exclude;
        private final TarArchiveOutputStream tar;
        private long files;

        Writer(RootedPaths paths, SnapshotOptions options, TarArchiveOutputStream tar) {
            this.paths = paths;
            this.include = options.include().stream().map(Glob::of).toList();
            this.exclude = options.exclude().stream().map(Glob::of).toList();
            this.tar = tar;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
            if (directory.equals(paths.root())) {
                return FileVisitResult.CONTINUE;
            }
            if (matches(exclude, directory)) {
                return FileVisitResult.SKIP_SUBTREE;
            }
            if (include.isEmpty() || matches(include, directory)) {
                put(new TarArchiveEntry(name(directory) + "/"), directory, attributes);
                tar.closeArchiveEntry();
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            boolean wanted = (include.isEmpty() || matches(include, file)) && !matches(exclude, file);
            if (!wanted || attributes.isOther()) {
                return FileVisitResult.CONTINUE;
            }
            if (attributes.isSymbolicLink()) {
                TarArchiveEntry link = new TarArchiveEntry(name(file), TarConstants.LF_SYMLINK);
                Path to = Files.readSymbolicLink(file);
                link.setLinkName(to.startsWith(paths.root()) ? INSIDE + paths.linkToSandbox(to) : AS_IT_IS + to);
                put(link, file, attributes);
            } else {
                TarArchiveEntry plain = new TarArchiveEntry(name(file));
                plain.setSize(attributes.size());
                put(plain, file, attributes);
                Files.copy(file, tar);
                files++;
            }
            tar.closeArchiveEntry();
            return FileVisitResult.CONTINUE;
        }

        private void put(TarArchiveEntry entry, Path file, BasicFileAttributes attributes) throws IOException {
            entry.setMode(UnixMode.of(file));
            entry.setLastModifiedTime(attributes.lastModifiedTime());
            tar.putArchiveEntry(entry);
        }

        private String name(Path file) {
            return paths.inside(file).substring(1);
        }

        private boolean matches(List<Glob> globs, Path file) {
            String name = name(file);
            return globs.stream().anyMatch(glob -> glob.matches(name));
        }
    }
}
