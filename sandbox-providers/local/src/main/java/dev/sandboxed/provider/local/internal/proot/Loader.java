package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The small program through which PRoot starts all others. PRoot carries it along, unpacks it into {@code /tmp} for each
 * command and removes it when it ends: one that is killed leaves it there. So each sandbox has a copy in a folder that is
 * removed with it, and PRoot is told of that.
 *
 * <p>It is executed as us, so it is read from the file of PRoot itself, which is executed anyway, and from nowhere that
 * others can write: in {@code /tmp} anybody could have placed one ahead of us.
 */
final class Loader {

    private static final String NAME = "loader";
    /** Larger than PRoot is with all libraries in it. */
    private static final int LARGEST_PROGRAM = 64 << 20;

    private static final Duration COPYING = Duration.ofSeconds(10);

    private final byte[] content;

    private Loader(byte[] content) {
        this.content = content.clone();
    }

    /** Reads it from the file of PRoot; empty if that is a script, or does not have just one loader for its own machine. */
    static Optional<Loader> of(Path proot) throws IOException {
        try (InputStream file = Files.newInputStream(proot)) {
            return ElfFile.onlyOneIn(file.readNBytes(LARGEST_PROGRAM)).map(Loader::new);
        }
    }

    /**
     * Puts a copy into a folder. A program of the host writes it: while this JVM had it open for writing, a process that
     * another thread starts at that moment would have it open too, and it could not be executed.
     *
     * @throws IOException if it cannot be written
     */
    void putInto(Path folder) throws IOException {
        Command copy = Command.of("/bin/cp", "/dev/stdin", folder.resolve(NAME).toString())
                .stdin(Stdin.bytes(content));
        ExecResult copied = HostTool.run(copy, COPYING);
        if (!copied.succeeded()) {
            throw new IOException("The loader of PRoot cannot be copied to '" + folder + "': cp " + copied.ending()
                    + ": " + copied.stderr().strip());
        }
        Files.setPosixFilePermissions(folder.resolve(NAME), PosixFilePermissions.fromString("r-x------"));
    }

    /** Returns the variables that make PRoot use what is in a folder; without a copy that can be executed it unpacks its own. */
    static Map<String, String> variables(Path folder) {
        Path copy = folder.resolve(NAME);
        // PRoot has a second one for programs of 32 bits, which the filter lets do nothing anyway. It must not be
        // unpacked either: a folder cannot be executed.
        return Files.isExecutable(copy)
                ? Map.of("PROOT_LOADER", copy.toString(), "PROOT_LOADER_32", folder.toString())
                : Map.of();
    }
}
