package dev.sandboxed.guest.exec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** The shells that guests have, each of which calls itself {@code sh} there. */
enum Shell {
    DASH("/usr/bin/dash"),
    /** As {@code sh} it is in its POSIX mode. */
    BASH("/usr/bin/bash"),
    /** With its own tools, and no others. */
    BUSYBOX("/usr/bin/busybox");

    private static final Path HOST = Path.of("/usr/bin");
    private static final List<String> TOOLS =
            List.of("cat", "env", "head", "printf", "rm", "setsid", "sleep", "touch", "true", "yes");

    private final Path program;

    Shell(String program) {
        this.program = Path.of(program);
    }

    /** Fills a folder with this shell and the tools of a guest that has it. */
    void installIn(Path folder) throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(program), () -> program + " is not there");
        Files.createSymbolicLink(folder.resolve("sh"), program);
        for (String tool : TOOLS) {
            Files.createSymbolicLink(folder.resolve(tool), this == BUSYBOX ? program : HOST.resolve(tool));
        }
    }

    /** Links that lead out of a temporary folder are warned of when that is deleted. */
    void removeFrom(Path folder) throws IOException {
        Files.delete(folder.resolve("sh"));
        for (String tool : TOOLS) {
            Files.delete(folder.resolve(tool));
        }
    }
}
