package dev.sandboxed.conformance.hostile;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.conformance.internal.host.HostFacts;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks on the host for what is left of one sandbox: processes, mounts, control groups, shared memory and files. It knows
 * them by the sandbox's id, by its native id, and by a word that the script gave to everything it made.
 */
final class Remains {

    private static final Path PROCESSES = Path.of("/proc");
    /** Shorter ones, such as the number of a process, would be found everywhere. */
    private static final int LEAST_LENGTH = 12;

    private static final int MOST_LENGTH = 120;
    /** What a provider writes about its other sandboxes meanwhile. */
    private static final long SOME_BYTES = 8L << 20;

    private final List<String> marks;
    private final Path folder;
    private final long before;

    /**
     * Remembers what to look for.
     *
     * @param folder where the provider keeps everything, unless it is somebody else who keeps it
     * @param before how many bytes were in there before the sandbox was made
     */
    Remains(SandboxInfo sandbox, String word, Path folder, long before) {
        this.marks = Stream.of(sandbox.id(), sandbox.nativeId(), word)
                .filter(mark -> mark.length() >= LEAST_LENGTH)
                .distinct()
                .toList();
        this.folder = folder;
        this.before = before;
    }

    /** Returns all that is there now, one sentence each. */
    List<String> now() {
        List<String> found = new ArrayList<>();
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            all.filter(this::carriesMark)
                    .forEach(process -> found.add("process " + process.pid() + " is left: " + commandLine(process)));
        }
        HostFacts.text(PROCESSES.resolve("self/mountinfo"))
                .lines()
                .filter(this::isMarked)
                .forEach(line -> found.add("a mount is left: " + line));
        groups(new File("/sys/fs/cgroup"))
                .filter(group -> isMarked(group.getName()))
                .forEach(group -> found.add("a control group is left: " + group));
        addChildren(found, new File("/dev/shm"), "shared memory is left: ");
        Contents contents = Contents.of(folder);
        contents.paths.stream()
                .filter(path -> isMarked(path.getFileName().toString()))
                .forEach(path -> found.add("a file is left: " + path));
        if (contents.bytes > before + SOME_BYTES) {
            found.add("disk is left in use: " + folder + " has " + contents.bytes + " bytes where it had " + before);
        }
        return found;
    }

    /** Returns the bytes in a folder, each file at its full length. */
    static long bytesIn(Path folder) {
        return Contents.of(folder).bytes;
    }

    private boolean carriesMark(ProcessHandle process) {
        Path entry = PROCESSES.resolve(String.valueOf(process.pid()));
        return Stream.of("cmdline", "environ", "cgroup")
                .anyMatch(file -> isMarked(HostFacts.text(entry.resolve(file))));
    }

    /** Returns the end of a command line: what it begins with may be a whole script. */
    private static String commandLine(ProcessHandle process) {
        String line =
                HostFacts.text(PROCESSES.resolve(process.pid() + "/cmdline")).replaceAll("[\\s\0]+", " ");
        return line.length() > MOST_LENGTH ? "…" + line.substring(line.length() - MOST_LENGTH) : line;
    }

    private boolean isMarked(String text) {
        return marks.stream().anyMatch(text::contains);
    }

    private void addChildren(List<String> found, File parent, String sentence) {
        File[] children = parent.listFiles(child -> isMarked(child.getName()));
        Stream.of(children == null ? new File[0] : children).forEach(child -> found.add(sentence + child));
    }

    private static Stream<File> groups(File parent) {
        File[] children = parent.listFiles(File::isDirectory);
        return children == null
                ? Stream.of()
                : Stream.of(children).flatMap(child -> Stream.concat(Stream.of(child), groups(child)));
    }

    /** All that is below a folder. It may change meanwhile: what went away is not there. */
    private static final class Contents extends SimpleFileVisitor<Path> {

        private final List<Path> paths = new ArrayList<>();
        private long bytes;

        static Contents of(Path folder) {
            Contents contents = new Contents();
            try {
                Files.walkFileTree(folder, contents);
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot look through " + folder, e);
            }
            return contents;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            paths.add(directory);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            paths.add(file);
            bytes += attributes.size();
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException gone) {
            return FileVisitResult.CONTINUE;
        }
    }
}
