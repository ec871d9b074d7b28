package dev.sandboxed.provision.internal.release;

import dev.sandboxed.provision.internal.packages.Distribution;
import dev.sandboxed.provision.internal.packages.PackageFile;
import dev.sandboxed.provision.plan.ProvisionException;
import dev.sandboxed.provision.plan.ProvisionListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Makes a folder of a package of the distribution. */
final class UnpackedFolder {

    private final ProvisionListener listener;

    UnpackedFolder(ProvisionListener listener) {
        this.listener = listener;
    }

    /**
     * Sees to it that a folder is there. What is there is whole, since it is moved there in one step.
     *
     * @throws ProvisionException if the package cannot be had or is not what it should be; nothing of it is left then
     */
    void get(PackageFile wanted, Distribution distribution, Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path scratch = folder.resolveSibling(".new");
        delete(scratch);
        try {
            Files.createDirectory(scratch);
            Path content = scratch.resolve("content");
            listener.begun("fetching " + wanted.address());
            distribution.unpack(
                    wanted,
                    scratch,
                    content,
                    file -> Verified.require(
                            file,
                            wanted.checksum(),
                            wanted.address(),
                            "let apt find out anew which packages there are, and try again: sudo apt-get update"));
            Files.move(content, folder, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            delete(scratch);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            List<Path> files;
            try (Stream<Path> all = Files.walk(folder)) {
                files = all.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}
