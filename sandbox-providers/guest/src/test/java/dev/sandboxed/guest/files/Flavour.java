package dev.sandboxed.guest.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** The shells and tools that guests have. */
enum Flavour {
    DASH_AND_GNU("/usr/bin/dash"),
    BASH_AND_GNU("/usr/bin/bash --posix"),
    BUSYBOX("/usr/bin/busybox sh"),
    /** As in user-space kernels that do not know the call which the stat of GNU makes. */
    GNU_WITH_A_BROKEN_STAT("/usr/bin/dash");

    private static final String HOST = "/usr/bin:/bin";

    private final String shell;

    Flavour(String shell) {
        this.shell = shell;
    }

    List<String> shell() {
        return List.of(shell.split(" ", -1));
    }

    /** Fills a folder with what this flavour needs, and returns the value of PATH that leads to its tools and no others. */
    String toolsIn(Path folder) throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of(shell().get(0))), () -> shell + " is not there");
        switch (this) {
            case BUSYBOX -> {
                Files.copy(Path.of("/usr/bin/busybox"), folder.resolve("busybox"), StandardCopyOption.COPY_ATTRIBUTES);
                for (String tool : List.of(
                        "id",
                        "cat",
                        "head",
                        "tail",
                        "stat",
                        "find",
                        "readlink",
                        "mkdir",
                        "rmdir",
                        "rm",
                        "mv",
                        "ln",
                        "chmod",
                        "sh")) {
                    Files.createSymbolicLink(folder.resolve(tool), Path.of("busybox"));
                }
                return folder.toString();
            }
            case GNU_WITH_A_BROKEN_STAT -> {
                Path stat = Files.writeString(
                        folder.resolve("stat"), "#!/bin/sh\necho 'stat: Function not implemented' >&2; exit 1\n");
                Files.setPosixFilePermissions(stat, PosixFilePermissions.fromString("rwxr-xr-x"));
                return folder + ":" + HOST;
            }
            default -> {
                return HOST;
            }
        }
    }
}
