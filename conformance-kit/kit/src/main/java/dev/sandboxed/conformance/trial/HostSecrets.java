package dev.sandboxed.conformance.trial;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.conformance.host.HostFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Things of the host that nobody inside a sandbox should get at: a file, and a process with a secret word in its command
 * line.
 */
public final class HostSecrets implements AutoCloseable {

    private final String word = "secret-" + UUID.randomUUID();
    private final Path file;
    private final Process process;

    private HostSecrets(Path folder) throws IOException {
        file = Files.writeString(folder.resolve(word + ".txt"), word);
        // It waits for a line that never comes; the word is the shell's name for itself.
        process = new ProcessBuilder("/bin/sh", "-c", "read -r line", word).start();
    }

    /** Hide a file in a folder of the host, and a process. */
    public static HostSecrets in(Path folder) {
        try {
            return new HostSecrets(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot hide anything in " + folder, e);
        }
    }

    public String word() {
        return word;
    }

    public Path file() {
        return file;
    }

    public long pid() {
        return process.pid();
    }

    public boolean processIsAlive() {
        return process.isAlive();
    }

    /** Tell whether the file still has in it what it had. */
    public boolean fileIsUntouched() {
        return HostFacts.text(file).equals(word);
    }

    /** Tell whether the file can be read inside, by its path or around a corner. */
    public boolean fileIsReadIn(Sandbox sandbox) {
        String path = Command.quote(file.toString());
        String up = "../".repeat(20);
        // The first slash of an absolute path may follow another.
        String script = "cat " + path + "; cat " + up + path + "; cat /proc/1/root" + path + "; exit 0";
        return sandbox.shell(script).stdout().contains(word);
    }

    /** Tell whether the process can be seen inside. */
    public boolean processIsSeenIn(Sandbox sandbox) {
        return processes(sandbox).contains(word);
    }

    /** Give the command lines of all processes that can be seen inside a sandbox. */
    public static String processes(Sandbox sandbox) {
        return sandbox.shell("for line in /proc/[0-9]*/cmdline; do tr '\\0' ' ' <$line; echo; done 2>/dev/null; exit 0")
                .stdout();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot remove " + file, e);
        }
    }
}
