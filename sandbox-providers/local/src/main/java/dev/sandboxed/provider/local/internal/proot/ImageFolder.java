package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.folder.rootfs.Rootfs;
import dev.sandboxed.process.HostPrograms;
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
 * @param image what it was asked for by
 * @param rootfs the folder, and what else the image says
 */
record ImageFolder(String image, Rootfs rootfs) {

    /**
     * Copy it into a folder.
     *
     * @throws SandboxStartException if a file of it cannot be copied, or the deadline passes
     */
    void copyTo(Path target, Creation creation) {
        copy(rootfs.root(), target, creation);
    }

    /** Puts it below what a snapshot brought, if that left out the shell: patterns choose among what was added. */
    void complete(RootedPaths paths, Creation creation) throws IOException {
        if (hasShell(paths)) {
            return;
        }
        Path below = paths.root().resolveSibling("below");
        copy(rootfs.root(), Files.createDirectory(below), creation);
        RootMerge.moveMissing(below, paths.root());
        FolderRemoval.remove(below);
    }

    /** A link to an absolute path means one inside, which cannot be told from here; but it is there. */
    private static boolean hasShell(RootedPaths paths) {
        try {
            return Files.exists(paths.locate("/bin/sh"), LinkOption.NOFOLLOW_LINKS);
        } catch (SandboxFileException leadsElsewhere) {
            return true;
        }
    }

    private void copy(Path source, Path target, Creation creation) {
        String step = "copying the image '" + image + "'";
        creation.deadline().check(step);
        Command copying = Command.of("/bin/cp", "-a", "--reflink=auto", source + "/.", ".")
                .timeout(creation.deadline().remaining());
        ExecResult result = ProcessRunner.run(new Launch(
                copying,
                copying.argv(),
                Map.of("PATH", HostPrograms.USUAL_PATH),
                target,
                new ProcessScope(creation.id())));
        creation.deadline().check(step);
        if (!result.succeeded()) {
            throw new SandboxStartException(Fault.of("The image '" + image + "' cannot be copied: cp " + result.ending()
                            + ": " + result.stderr().strip())
                    .provider(ProotProvider.NAME)
                    .remedy("make every file of it readable for this user, leave out devices, and check the disk"));
        }
    }
}
