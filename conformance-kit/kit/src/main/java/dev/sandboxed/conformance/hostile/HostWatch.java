package dev.sandboxed.conformance.hostile;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.conformance.contract.Need;
import dev.sandboxed.conformance.internal.host.HostFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Puts things on the host that hostile code would be after, and tells afterwards what became of them: a process, a folder
 * with a file that scripts attack, and another that they only point at, so that nobody but a provider that cleans up could do
 * it harm.
 *
 * <p>All of it is open to every user of the host: nothing but the wall of a sandbox is in the way.
 */
final class HostWatch implements AutoCloseable {

    private static final String CANARY = "sandboxed-canary ";
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final String FILE = "file";
    private static final String OPEN_FOLDER = "rwxrwxrwx";
    private static final String OPEN_FILE = "rw-rw-rw-";

    private final String word = UUID.randomUUID().toString();
    private final String content = CANARY + word;
    private final String name = "sandboxed-watch-" + word;
    private final String leaving;
    private final Path folder;
    private final Path attacked;
    private final Path kept;
    private final Process process;
    private final HostBeacon beacon;

    /**
     * Begins to watch.
     *
     * @param leaving the word that everything carries which a script leaves
     */
    HostWatch(String leaving) {
        this(leaving, fresh());
    }

    /** Begins to watch in a folder that is there and empty, and is gone in the end. */
    HostWatch(String leaving, Path folder) {
        this.leaving = leaving;
        this.folder = folder;
        try {
            open(folder, OPEN_FOLDER);
            attacked = withFile("attacked");
            kept = withFile("kept");
            if (Files.isWritable(SHARED_MEMORY)) {
                open(Files.writeString(shared(), content), OPEN_FILE);
            }
            // It waits for a line that never comes.
            ProcessBuilder waiting = new ProcessBuilder("/bin/sh", "-c", "read -r line");
            waiting.environment().put("CANARY", content);
            process = waiting.start();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot put anything on this host to watch", e);
        }
        beacon = new HostBeacon(name);
    }

    private static Path fresh() {
        try {
            return Files.createTempDirectory("sandboxed-watch-");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make a temporary folder", e);
        }
    }

    private Path withFile(String name) throws IOException {
        Path made = Files.createDirectory(folder.resolve(name));
        open(made, OPEN_FOLDER);
        open(Files.writeString(made.resolve(FILE), content), OPEN_FILE);
        return made;
    }

    private static void open(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private Path shared() {
        return SHARED_MEMORY.resolve(name);
    }

    /** Returns what a script has to know to find it all. */
    Map<String, String> variables() {
        Map<String, String> variables = new HashMap<>();
        variables.put("HOSTILE_WORD", leaving);
        variables.put("HOSTILE_ATTACKED", attacked.toString());
        variables.put("HOSTILE_KEPT", kept.toString());
        variables.put("HOSTILE_SHARED", name);
        variables.put("HOSTILE_SOCKET", name);
        variables.put("HOSTILE_KEY", String.valueOf(beacon.key()));
        variables.put("HOSTILE_PROCESS", String.valueOf(process.pid()));
        variables.put("HOSTILE_PROCESS_START", start(process.pid()));
        long jvm = ProcessHandle.current().pid();
        variables.put("HOSTILE_JVM", String.valueOf(jvm));
        variables.put("HOSTILE_JVM_START", start(jvm));
        return variables;
    }

    /** Returns what the kernel tells of a process behind its name, which may hold anything. */
    private static String[] stat(long pid) {
        String stat = HostFacts.text(Path.of("/proc", String.valueOf(pid), "stat"));
        return stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    }

    /** Returns when a process was started, as the kernel counts. */
    private static String start(long pid) {
        String[] fields = stat(pid);
        return fields.length > 19 ? fields[19] : "unknown";
    }

    /** Asked of the kernel too, since the JVM notices the end of a process only a moment later. */
    private static boolean isAlive(Process process) {
        return process.isAlive() && !List.of("Z", "X", "").contains(stat(process.pid())[0]);
    }

    /** Returns what is no longer as it was, and for whom that is a fault. */
    List<Harm> harm() {
        List<Harm> found = new ArrayList<>();
        Need files = new Need.AtLeast(Isolation.FILESYSTEM);
        Need others = new Need.AtLeast(Isolation.NAMESPACE);
        if (!HostFacts.text(attacked.resolve(FILE)).equals(content)) {
            found.add(new Harm(files, "the host's file " + attacked.resolve(FILE) + " was changed"));
        }
        if (!isAlive(process)) {
            found.add(new Harm(others, "process " + process.pid() + " of the host was ended"));
        }
        String left = "^ *" + (beacon.key() + 1) + " .*";
        for (String kind : List.of("shm", "sem", "msg")) {
            if (HostFacts.text(Path.of("/proc/sysvipc", kind)).lines().anyMatch(line -> line.matches(left))) {
                found.add(new Harm(others, "System V " + kind + " of the sandbox is there on the host"));
            }
        }
        String now = state(kept);
        if (!now.equals(untouched())) {
            found.add(new Harm(
                    new Need.Nothing(), "the host's folder " + kept + ", to which links were left, is now " + now));
        }
        return found;
    }

    private String untouched() {
        return "[file of 1 name, " + OPEN_FILE + ", '" + content + "']";
    }

    private static String state(Path folder) {
        try (Stream<Path> children = Files.list(folder)) {
            return children.map(HostWatch::described).toList().toString();
        } catch (IOException e) {
            return "gone: " + e;
        }
    }

    private static String described(Path file) {
        try {
            return file.getFileName() + " of " + Files.getAttribute(file, "unix:nlink") + " name, "
                    + PosixFilePermissions.toString(Files.getPosixFilePermissions(file)) + ", '" + HostFacts.text(file)
                    + "'";
        } catch (IOException e) {
            return file.getFileName() + " gone: " + e;
        }
    }

    @Override
    public void close() {
        beacon.close();
        process.destroyForcibly();
        try {
            // Each by its name: whatever else is found in there was not made here, and is for people to look at.
            Path left = SHARED_MEMORY.resolve("hostile-" + leaving);
            for (Path path :
                    List.of(shared(), left, attacked.resolve(FILE), attacked, kept.resolve(FILE), kept, folder)) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot remove what was put on this host to watch: " + folder, e);
        }
    }

    /**
     * Something that a sandbox did to the host.
     *
     * @param forbidden to whom
     * @param what a sentence about it
     */
    record Harm(Need forbidden, String what) {}
}
