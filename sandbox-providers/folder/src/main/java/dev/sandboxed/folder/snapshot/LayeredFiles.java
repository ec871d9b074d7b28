package dev.sandboxed.folder.snapshot;

import dev.sandboxed.api.files.Glob;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** Chooses which files of a sandbox are packed, by the names that they have inside. */
final class LayeredFiles extends SimpleFileVisitor<Path> {

    private final Path home;
    private final List<Glob> include;
    private final List<Glob> exclude;
    private final List<String> names = new ArrayList<>();
    private Path layer;
    private long count;
    private long bytes;

    /**
     * Choose among the files of a sandbox.
     *
     * @param home what the names of the chosen files are relative to
     */
    LayeredFiles(Path home, SnapshotOptions options) {
        this.home = home;
        this.layer = home;
        this.include = options.include().stream().map(Glob::of).toList();
        this.exclude = options.exclude().stream().map(Glob::of).toList();
    }

    /** Look through a folder that stands for the root inside. */
    void collect(Path below) throws IOException {
        layer = below;
        Files.walkFileTree(below, this);
    }

    List<String> names() {
        return names;
    }

    /** Tell how many plain files there are. */
    long count() {
        return count;
    }

    long bytes() {
        return bytes;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
        if (directory.equals(layer)) {
            return FileVisitResult.CONTINUE;
        }
        if (matches(exclude, directory)) {
            return FileVisitResult.SKIP_SUBTREE;
        }
        if (include.isEmpty() || matches(include, directory)) {
            add(directory);
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        boolean wanted = (include.isEmpty() || matches(include, file)) && !matches(exclude, file);
        if (wanted && (!attributes.isOther() || Whiteout.is(file))) {
            add(file);
            bytes += attributes.size();
            count += attributes.isRegularFile() ? 1 : 0;
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }

    private void add(Path file) {
        names.add(home.relativize(file).toString());
    }

    private boolean matches(List<Glob> globs, Path file) {
        String name = layer.relativize(file).toString();
        return globs.stream().anyMatch(glob -> glob.matches(name));
    }
}
