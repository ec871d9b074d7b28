package dev.sandboxed.provider.oci.snapshot;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.files.Glob;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.folder.rootfs.Rootfs;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.provider.oci.bundle.BundleFolder;
import dev.sandboxed.provider.oci.bundle.Whiteout;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files of a container as an archive of the host's tar, which keeps owners, and what the kernel has noted about changes
 * to folders of the host: files that are gone are devices there, and replaced folders have attributes.
 */
public final class RootArchive {

    private static final Duration LONGEST = Duration.ofHours(1);
    /** What is smaller is read quicker than a program that unpacks it is started; tar finds out by itself. */
    private static final long SMALL = 4L << 20;

    /** Tells that all files are in the archive, so that one that is missing there was deleted. */
    private static final String WHOLE = "whole";
    /** Tells which image the files lie over; it is empty where those are the programs of the host. */
    private static final String BASE = "base";

    private final BundleFolder bundle;
    private final @Nullable Rootfs image;

    /**
     * Pack and unpack the files of a container.
     *
     * @param image what they lie over; none for the programs of the host
     */
    public RootArchive(BundleFolder bundle, @Nullable Rootfs image) {
        this.bundle = bundle;
        this.image = image;
    }

    /** Write the files that the options ask for, and tell how many there were. */
    public long pack(Path archive, SnapshotOptions options) throws IOException {
        Collector collector = new Collector(options);
        collector.collect(bundle.root());
        if (Files.isDirectory(bundle.changes())) {
            collector.collect(bundle.changes());
        }
        Path whole = bundle.path().resolve(WHOLE);
        Path base = Files.writeString(bundle.path().resolve(BASE), base());
        collector.names.add(BASE);
        if (options.include().isEmpty()) {
            Files.write(whole, new byte[0]);
            collector.names.add(WHOLE);
        }
        try {
            List<String> how = new ArrayList<>(List.of("--create", "--null", "--no-recursion"));
            if (collector.bytes > SMALL) {
                how.add("--use-compress-program=gzip -1");
            }
            tar(
                    String.join("\0", collector.names),
                    how,
                    List.of("--verbatim-files-from", "--files-from=-", "--file=" + archive));
        } finally {
            Files.deleteIfExists(whole);
            Files.deleteIfExists(base);
        }
        return collector.files;
    }

    /**
     * Put the files of an archive in place.
     *
     * @return whether all files were in it
     * @throws SnapshotRejectedException if they lay over another image
     */
    public boolean unpack(Path archive) throws IOException {
        tar("", List.of("--extract", "--same-permissions", "--same-owner"), List.of("--file=" + archive));
        Path base = bundle.path().resolve(BASE);
        if (Files.exists(base)) {
            requireSame(Files.readString(base));
            Files.delete(base);
        }
        return Files.deleteIfExists(bundle.path().resolve(WHOLE));
    }

    private void requireSame(String base) {
        if (!base.equals(base())) {
            throw new SnapshotRejectedException(Fault.of("The snapshot cannot be restored: it belongs to "
                            + called(base) + ", and the sandbox would have "
                            + called(base()))
                    .remedy("restore it with a spec that names the image of the sandbox it was taken of"));
        }
    }

    private String base() {
        return image == null ? "" : image.root().toString();
    }

    private static String called(String base) {
        return base.isEmpty() ? "the programs of the host" : "the image that was unpacked at '" + base + "'";
    }

    private void tar(String input, List<String> before, List<String> after) throws IOException {
        List<String> argv = new ArrayList<>(List.of("tar"));
        argv.addAll(before);
        argv.addAll(List.of("--numeric-owner", "--xattrs", "--xattrs-include=*", "--directory=" + bundle.path()));
        argv.addAll(after);
        Command command = Command.of("tar").stdin(Stdin.text(input)).timeout(LONGEST);
        ExecResult result = ProcessRunner.run(new Launch(
                command,
                argv,
                Map.of("PATH", "/usr/bin:/bin", "LC_ALL", "C.UTF-8"),
                bundle.path(),
                new ProcessScope("oci-archive")));
        if (!result.succeeded()) {
            throw new IOException(
                    "tar " + result.ending() + ": " + result.stderr().strip());
        }
    }

    /** Chooses what is packed, by the names that things have inside. */
    private final class Collector extends SimpleFileVisitor<Path> {
        private final List<Glob> include;
        private final List<Glob> exclude;
        private final List<String> names = new ArrayList<>();
        private Path top = bundle.root();
        private long files;
        private long bytes;

        Collector(SnapshotOptions options) {
            this.include = options.include().stream().map(Glob::of).toList();
            this.exclude = options.exclude().stream().map(Glob::of).toList();
        }

        void collect(Path below) throws IOException {
            top = below;
            Files.walkFileTree(below, this);
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            if (directory.equals(top)) {
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
                files += attributes.isRegularFile() ? 1 : 0;
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
            names.add(bundle.path().relativize(file).toString());
        }

        private boolean matches(List<Glob> globs, Path file) {
            String name = top.relativize(file).toString();
            return globs.stream().anyMatch(glob -> glob.matches(name));
        }
    }
}
