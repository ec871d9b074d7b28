package dev.sandboxed.provider.oci.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Looks on the host for whatever a sandbox could have left: processes, control groups, mounts, folders and records. */
public final class Leftovers {

    private static final Path GROUPS = Path.of("/sys/fs/cgroup");

    private Leftovers() {}

    /** Lists all that carries the id of a sandbox. */
    public static List<String> of(String id, Path state) {
        List<String> found = new ArrayList<>();
        ProcessHandle.allProcesses()
                .filter(process -> read(Path.of("/proc", process.pid() + "", "cmdline"))
                                .contains(id)
                        || read(Path.of("/proc", process.pid() + "", "environ")).contains("SANDBOXED=" + id)
                        || read(Path.of("/proc", process.pid() + "", "cgroup")).contains(id))
                .forEach(process -> found.add("process " + process.pid() + " " + process.info()));
        read(Path.of("/proc/mounts")).lines().filter(line -> line.contains(id)).forEach(found::add);
        try (DirectoryStream<Path> hierarchies = Files.newDirectoryStream(GROUPS)) {
            hierarchies.forEach(hierarchy -> addIfThere(found, hierarchy.resolve("sandboxed-" + id)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Stream.of(
                        GROUPS.resolve("sandboxed-" + id),
                        state.resolve("sandboxes").resolve(id),
                        state.resolve("records").resolve(id + ".json"))
                .forEach(path -> addIfThere(found, path));
        return found;
    }

    private static void addIfThere(List<String> found, Path path) {
        if (Files.exists(path)) {
            found.add(path.toString());
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }
}
