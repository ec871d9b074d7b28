package dev.sandboxed.provider.local.proot;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.store.FolderRemoval;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/**
 * A folder of the host with a root file system. Every sandbox gets a copy, since it must neither change the image nor see
 * what others have changed.
 *
 * @param folder where it is
 */
record ImageFolder(Path folder) {

    /**
     * Take an image by its absolute path.
     *
     * @throws SandboxStartException if there is no such folder
     */
    static ImageFolder of(String image) {
        if (!image.startsWith("/") || !Files.isDirectory(Path.of(image))) {
            throw new SandboxStartException(Fault.of("The image '" + image + "' is not a folder of this host")
                    .provider(ProotProvider.NAME)
                    .remedy("give the absolute path of a folder with a root file system, such as"
                            + " docker export CONTAINER | tar -x -C FOLDER makes"));
        }
        return new ImageFolder(Path.of(image));
    }

    /**
     * Copy it into a folder.
     *
     * @throws SandboxStartException if a file of it cannot be copied, or the deadline passes
     */
    void copyTo(Path target, Creation creation) {
        copy(folder, target, creation);
    }

    /** Put it below what a snapshot brought, if that left out the shell: patterns choose among what was added. */
    void complete(Path root, Creation creation) throws IOException {
        if (Files.exists(root.resolve("bin/sh"), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Path added = root.resolveSibling("added");
        Files.move(root, added);
        copy(folder, Files.createDirectory(root), creation);
        copy(added, root, creation);
        FolderRemoval.remove(added);
    }

    private void copy(Path source, Path target, Creation creation) {
        String step = "copying the image '" + folder + "'";
        creation.deadline().check(step);
        Command copying = Command.of("/bin/cp", "-a", "--reflink=auto", source + "/.", ".")
                .timeout(creation.deadline().remaining());
        ExecResult result = ProcessRunner.run(new Launch(
                copying, copying.argv(), Map.of("PATH", ProotProvider.TOOLS), target, new ProcessScope(creation.id())));
        creation.deadline().check(step);
        if (!result.succeeded()) {
            throw new SandboxStartException(Fault.of("The image '" + folder + "' cannot be copied: cp "
                            + result.ending() + ": " + result.stderr().strip())
                    .provider(ProotProvider.NAME)
                    .remedy("make every file of it readable for this user, leave out devices, and check the disk"));
        }
    }
}
