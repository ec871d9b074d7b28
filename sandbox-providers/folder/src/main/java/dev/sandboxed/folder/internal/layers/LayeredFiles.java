package dev.sandboxed.folder.internal.layers;

import dev.sandboxed.api.internal.files.Glob;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/** Chooses which files of a sandbox are packed, by the names that they have inside. */
final class LayeredFiles extends SimpleFileVisitor<Path> {

    private static final Path ROOT = Path.of("/");
    private static final int FIRST_BEYOND_ASCII = 128;
    /** They are in memory, and whoever is inside chooses how many there are. */
    private static final int MOST_NAMES = 64 << 20;

    private final Path home;
    private final List<Glob> include;
    private final List<Glob> exclude;
    private final ByteArrayOutputStream names = new ByteArrayOutputStream();
    private Path layer;
    private long count;
    private long bytes;

    /**
     * Chooses among the files of a sandbox.
     *
     * @param home what the names of the chosen files are relative to
     */
    LayeredFiles(Path home, SnapshotOptions options) {
        this.home = home;
        this.layer = home;
        this.include = options.include().stream().map(Glob::of).toList();
        this.exclude = options.exclude().stream().map(Glob::of).toList();
    }

    /** Looks through a folder that stands for the root inside. */
    void collect(Path below) throws IOException {
        layer = below;
        Files.walkFileTree(below, this);
    }

    /** Returns their names, each ended by a zero, byte for byte as the kernel has them. */
    byte[] names() {
        return names.toByteArray();
    }

    /** Returns how many plain files there are. */
    long count() {
        return count;
    }

    long bytes() {
        return bytes;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
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

    private void add(Path file) throws IOException {
        if (names.size() > MOST_NAMES) {
            throw new IOException("the names of its files take more than " + MOST_NAMES + " bytes");
        }
        names.writeBytes(bytes(home.relativize(file)));
        names.write(0);
    }

    /** A name need not be text; where it is none, a pattern sees a mark in the place of each byte that is not. */
    private boolean matches(List<Glob> globs, Path file) {
        if (globs.isEmpty()) {
            return false;
        }
        String name = new String(bytes(layer.relativize(file)), StandardCharsets.UTF_8);
        return globs.stream().anyMatch(glob -> glob.matches(name));
    }

    /**
     * Returns a name as the kernel has it. Java keeps it so inside of a path, but tells it only as text, in which what is no text
     * is lost; or as the address of a file, in which such bytes are written as numbers.
     */
    private static byte[] bytes(Path relative) {
        String text = relative.toString();
        if (text.chars().allMatch(letter -> letter > 0 && letter < FIRST_BEYOND_ASCII)) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Path name : relative) {
            if (all.size() > 0) {
                all.write('/');
            }
            all.writeBytes(decoded(ROOT.resolve(name).toUri()));
        }
        return all.toByteArray();
    }

    /** Decodes the name in the address of a file in the root; a slash follows it where such a folder happens to be there. */
    private static byte[] decoded(URI address) {
        String encoded = address.getRawPath().replace("/", "");
        ByteArrayOutputStream name = new ByteArrayOutputStream();
        for (int i = 0; i < encoded.length(); i++) {
            char letter = encoded.charAt(i);
            if (letter == '%') {
                name.write(Integer.parseInt(encoded, i + 1, i + 3, 16));
                i += 2;
            } else {
                name.write(letter);
            }
        }
        return name.toByteArray();
    }
}
