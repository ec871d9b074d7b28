package dev.sandboxed.conformance.image;

import dev.sandboxed.conformance.internal.trial.files.HostTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The smallest root file system that has a shell: nothing but BusyBox, under all its names, and one user. For provider
 * authors, as an image to examine a provider with that no registry is needed for.
 */
public final class BusyboxRoot {

    /** The BusyBox of the host, which must need no libraries: on Debian the one of {@code busybox-static}. */
    public static final Path PROGRAM = Path.of("/bin/busybox");

    private static final String OWN_NAME = "busybox";

    private BusyboxRoot() {}

    /**
     * Makes it in a folder. What a former call has made there is made anew, and whatever else is there stays.
     *
     * @return the folder
     * @throws IllegalStateException if the host has no BusyBox, or it does not tell its names
     * @throws UncheckedIOException if the folder cannot be written
     */
    public static Path in(Path folder) {
        return in(folder, PROGRAM);
    }

    static Path in(Path folder, Path program) {
        if (!Files.isExecutable(program)) {
            throw new IllegalStateException(
                    "There is no BusyBox at '" + program + "' to make a root of; apt-get install busybox-static");
        }
        try {
            Path bin = Files.createDirectories(folder.resolve("bin"));
            Path copy = bin.resolve(OWN_NAME);
            Files.copy(program, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
            for (String name : names(program).split("\n")) {
                if (!name.equals(OWN_NAME)) {
                    Files.deleteIfExists(bin.resolve(name));
                    Files.createSymbolicLink(bin.resolve(name), Path.of(OWN_NAME));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make a root of BusyBox in '" + folder + "'", e);
        }
        HostTree.at(folder)
                .file("etc/passwd", "root:x:0:0:root:/:/bin/sh\n", 0644)
                .file("etc/group", "root:x:0:\n", 0644);
        return folder;
    }

    private static String names(Path program) throws IOException {
        Process list = new ProcessBuilder(program.toString(), "--list")
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(list.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            int code = list.waitFor();
            if (code != 0) {
                throw new IllegalStateException("'" + program + " --list' failed with code " + code + ": " + said);
            }
            return said;
        } catch (InterruptedException e) {
            list.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while '" + program + "' told its names", e);
        }
    }
}
