package dev.sandboxed.provider.oci;

import dev.sandboxed.folder.store.FolderRemoval;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A root file system with nothing in it but BusyBox, and what no host has, for tests to delete. */
final class BusyboxImage {

    static final Path PROGRAM = Path.of("/bin/busybox");

    private BusyboxImage() {}

    /** Make it in a folder, whatever was there before. */
    static Path in(Path folder) {
        try {
            FolderRemoval.remove(folder);
            Path bin = Files.createDirectories(folder.resolve("bin"));
            Files.copy(PROGRAM, bin.resolve("busybox"));
            bin.resolve("busybox").toFile().setExecutable(true, false);
            Process list = new ProcessBuilder(PROGRAM.toString(), "--list").start();
            for (String name : list.inputReader().lines().toList()) {
                if (!name.equals("busybox")) {
                    Files.createSymbolicLink(bin.resolve(name), Path.of("busybox"));
                }
            }
            Path settings = Files.createDirectories(folder.resolve("etc"));
            Files.writeString(settings.resolve("passwd"), "root:x:0:0::/:/bin/sh\nworker:x:7:8::/:/bin/sh\n");
            Files.writeString(settings.resolve("group"), "root:x:0:\nworker:x:8:\n");
            Path data = Files.createDirectories(folder.resolve("data"));
            Files.writeString(data.resolve("one"), "an image\n");
            Files.writeString(data.resolve("two"), "");
            Files.writeString(folder.resolve("stray"), "");
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
