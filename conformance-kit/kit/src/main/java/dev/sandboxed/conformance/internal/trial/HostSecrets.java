package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.internal.files.FileModes;
import dev.sandboxed.conformance.internal.host.HostFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Things of the host that nobody inside a sandbox should get at: files in several places, and a process with a secret word
 * in its command line.
 *
 * <p>The files are open to every user of the host, so that nothing but the wall of a sandbox is in the way of whoever is
 * inside.
 */
public final class HostSecrets implements AutoCloseable {

    private static final String PREFIX = "sandboxed-canary-";
    private static final int OPEN_FOLDER = 0777;
    private static final int OPEN_FILE = 0666;

    private final String word = secret();
    /** Each file with what is in it. */
    private final Map<Path, String> files = new LinkedHashMap<>();

    private final Process process;

    private HostSecrets() throws IOException {
        // It waits for a line that never comes; the word is the shell's name for itself.
        process = new ProcessBuilder("/bin/sh", "-c", "read -r line", word).start();
    }

    /** Hides a file in each of the usual places of this host that can be written, and a process. */
    public static HostSecrets everywhere() {
        return in(HostFacts.writableFolders());
    }

    /** Hides a file in each of some places of the host, and a process. */
    public static HostSecrets in(List<Path> places) {
        try {
            HostSecrets secrets = new HostSecrets();
            try {
                for (Path place : places) {
                    secrets.hideIn(place);
                }
                return secrets;
            } catch (IOException e) {
                secrets.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot hide anything in " + places, e);
        }
    }

    private void hideIn(Path place) throws IOException {
        Path folder = Files.createTempDirectory(place, PREFIX);
        Path file = folder.resolve("canary.txt");
        String content = secret();
        files.put(file, content);
        Files.setPosixFilePermissions(folder, FileModes.toPermissions(OPEN_FOLDER));
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, FileModes.toPermissions(OPEN_FILE));
    }

    private static String secret() {
        return "secret-" + UUID.randomUUID();
    }

    public long pid() {
        return process.pid();
    }

    public boolean processIsAlive() {
        return process.isAlive();
    }

    /** Returns the files that can be read inside, by their paths or around a corner. */
    public List<Path> filesReadIn(Sandbox sandbox) {
        StringBuilder script = new StringBuilder();
        String up = "../".repeat(20);
        for (Path file : files.keySet()) {
            String path = Command.quote(file.toString());
            // The first slash of an absolute path may follow another.
            for (String root : new String[] {"", up, "/proc/1/root"}) {
                script.append("cat ").append(root).append(path).append("; ");
            }
        }
        String printed = sandbox.shell(script + "exit 0").stdout();
        return files.keySet().stream()
                .filter(file -> printed.contains(files.getOrDefault(file, word)))
                .toList();
    }

    /** Tries from inside to make files beside those that are hidden; returns those that arrived on the host. */
    public List<Path> filesMadeIn(Sandbox sandbox) {
        List<Path> planted = files.keySet().stream()
                .map(file -> file.resolveSibling("planted"))
                .toList();
        write(sandbox, planted);
        return planted.stream().filter(Files::exists).toList();
    }

    /** Tries from inside to change the files; returns those that are no longer as they were. */
    public List<Path> filesChangedIn(Sandbox sandbox) {
        write(sandbox, files.keySet());
        return files.keySet().stream()
                .filter(file -> !HostFacts.text(file).equals(files.get(file)))
                .toList();
    }

    private static void write(Sandbox sandbox, Iterable<Path> targets) {
        StringBuilder script = new StringBuilder();
        for (Path target : targets) {
            for (String root : new String[] {"", "/proc/1/root"}) {
                script.append("(echo changed >>")
                        .append(Command.quote(root + target))
                        .append("); ");
            }
        }
        sandbox.shell(script + "exit 0");
    }

    /** Returns whether the process can be seen inside. */
    public boolean processIsSeenIn(Sandbox sandbox) {
        return processes(sandbox).contains(word);
    }

    /** Returns the command lines of all processes that can be seen inside a sandbox. */
    public static String processes(Sandbox sandbox) {
        return sandbox.shell("for line in /proc/[0-9]*/cmdline; do tr '\\0' ' ' <$line; echo; done 2>/dev/null; exit 0")
                .stdout();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        List<IOException> failures = new ArrayList<>();
        for (Path file : files.keySet()) {
            try {
                Files.deleteIfExists(file);
                Files.deleteIfExists(file.resolveSibling("planted"));
                Files.deleteIfExists(file.getParent());
            } catch (IOException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            throw new UncheckedIOException("Cannot remove what was hidden on this host", failures.get(0));
        }
    }
}
