package dev.sandboxed.provider.local.internal.bubblewrap;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Looks for what is left of sandboxes on the host, in a way of its own, so that the tests do not trust what they test. */
public final class Traces {

    private Traces() {}

    /** Lists the processes inside of a sandbox: the first one and all below it. */
    static List<Long> processesBelow(String firstProcess) {
        List<Long> found = new ArrayList<>();
        ProcessHandle.of(Long.parseLong(firstProcess)).ifPresent(first -> {
            found.add(first.pid());
            first.descendants().map(ProcessHandle::pid).forEach(found::add);
        });
        return found;
    }

    /** Lists folders and records in a state folder. */
    public static List<Path> filesIn(Path state) throws IOException {
        List<Path> found = new ArrayList<>();
        for (String folder : List.of("sandboxes", "records")) {
            if (Files.isDirectory(state.resolve(folder))) {
                try (Stream<Path> children = Files.list(state.resolve(folder))) {
                    children.forEach(found::add);
                }
            }
        }
        return found;
    }

    /** Lists control groups with a sandbox's id in their names; those of others come and go meanwhile. */
    static List<File> controlGroupsOf(String sandbox) {
        return below(new File("/sys/fs/cgroup"))
                .filter(folder -> folder.getName().contains(sandbox))
                .toList();
    }

    private static Stream<File> below(File folder) {
        File[] children = folder.listFiles(File::isDirectory);
        return children == null
                ? Stream.of()
                : Stream.of(children).flatMap(child -> Stream.concat(Stream.of(child), below(child)));
    }

    /** Lists the mounts of any process with a sandbox's id in them. */
    static List<String> mountsOf(String sandbox) throws IOException {
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                try (Stream<String> mounts = Files.lines(process.resolve("mountinfo"))) {
                    mounts.filter(mount -> mount.contains(sandbox)).forEach(found::add);
                } catch (IOException | UncheckedIOException ended) {
                    // Whoever has ended meanwhile has no mounts any more.
                }
            }
        }
        return found;
    }

    /** Counts the descriptors that this process has open. */
    static long descriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }
}
