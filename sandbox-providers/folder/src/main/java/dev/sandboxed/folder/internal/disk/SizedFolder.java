package dev.sandboxed.folder.internal.disk;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.mount.FileSystemInFile;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A folder that can hold no more than a certain size, whoever writes there: it is a file system of its own, which lies in a file
 * beside it. The file takes no more of the host's disk than was ever written.
 *
 * <p>Whoever removes the folder around it, with {@link FolderRemoval}, unmounts it.
 *
 * @param path where it is
 * @param limit how much it holds, with what the file system needs for itself; empty for as much as the host has
 */
public record SizedFolder(Path path, Optional<DataSize> limit) {

    /** The least that a file system can be made of. */
    public static final DataSize LEAST = DataSize.ofMebibytes(1);

    /** Why none can be made, once that is known: what this process may mount does not change while it runs. */
    private static final AtomicReference<@Nullable String> OBSTACLE = new AtomicReference<>();

    /** Whoever asks whether it works was promised an answer within a second. */
    private static final Duration TRIAL = Duration.ofMillis(700);

    private static final int NOT_FOUND = 127;
    private static final String INSTALL = "apt-get install e2fsprogs";
    private static final String ONLY_ROOT = "only root mounts file systems";

    private static final Duration LONGEST = Duration.ofSeconds(30);

    /**
     * Returns why none can be made here that is limited; empty if one can. The first call tries it, where nobody sees it.
     *
     * @throws dev.sandboxed.api.error.SandboxInterruptedException if the thread is interrupted meanwhile
     */
    public static String obstacle() {
        String known = OBSTACLE.get();
        if (known != null) {
            return known;
        }
        if (!HostPlatform.isRoot()) {
            return ONLY_ROOT;
        }
        try {
            Path trial = Files.createTempDirectory("sandboxed-trial-");
            try {
                ExecResult tried = tryOut(trial);
                if (tried.timedOut()) {
                    return "to make one took longer than " + TRIAL.toMillis() + " ms just now";
                }
                String obstacle = tried.succeeded() ? "" : refusal(tried);
                OBSTACLE.set(obstacle);
                return obstacle;
            } finally {
                FolderRemoval.remove(trial);
            }
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static ExecResult tryOut(Path trial) throws IOException {
        Path folder = Files.createDirectory(trial.resolve("folder"));
        Path file = sized(trial.resolve("file"), LEAST);
        return HostTool.run(Command.of(FileSystemInFile.tryingOut(file, folder)), TRIAL);
    }

    private static Path sized(Path file, DataSize size) throws IOException {
        try (RandomAccessFile empty = new RandomAccessFile(file.toFile(), "rw")) {
            empty.setLength(size.bytes());
        }
        return file;
    }

    /** Returns what the host has against it, and what to install where that is all. */
    static String refusal(ExecResult refused) {
        if (refused.exitCode() == NOT_FOUND) {
            return "a program is missing (" + refused.stderr().strip() + "): " + INSTALL;
        }
        return FileSystemInFile.MAKER + " or mount " + refused.ending() + ": "
                + refused.stderr().strip();
    }

    /** Returns in a few words whether disks can be limited here. */
    public static String describe() {
        return describe(SizedFolder::obstacle);
    }

    /** Asks only once: where the host is slow, each answer is a trial. */
    static String describe(Supplier<String> asked) {
        String obstacle = asked.get();
        return obstacle.isEmpty() ? "can be limited" : "cannot be limited: " + obstacle;
    }

    /** Returns what to do about an {@link #obstacle}, where that is known. */
    public static Optional<String> remedy(String obstacle) {
        if (obstacle.equals(ONLY_ROOT)) {
            return Optional.of("run the tests as root");
        }
        return obstacle.endsWith(INSTALL) ? Optional.of(INSTALL) : Optional.empty();
    }

    /** Describes what it takes as something that a provider can use. */
    public static Requirement requirement() {
        return Requirement.Program.of(
                        FileSystemInFile.MAKER, "limits of disk, for root", Source.Packages.onLinux("e2fsprogs"))
                .orWithout();
    }

    /**
     * Makes one.
     *
     * @param path where it shall be; there is nothing yet
     * @param limit how much it may hold; empty for as much as the host has, and then it is a folder like any other
     * @throws SandboxStartException if that is too little for a file system, or the host refuses to make or mount one
     * @throws IOException if the folder cannot be made
     */
    public static SizedFolder make(Path path, Optional<DataSize> limit) throws IOException {
        Files.createDirectory(path);
        if (limit.isPresent()) {
            mount(path, limit.get());
        }
        return new SizedFolder(path, limit);
    }

    private static void mount(Path path, DataSize size) throws IOException {
        if (size.bytes() < LEAST.bytes()) {
            throw new SandboxStartException(Fault.of("A disk of " + size + " is too small for a file system")
                    .remedy("allow at least " + LEAST));
        }
        Path file = sized(path.resolveSibling(path.getFileName() + ".ext4"), size);
        ExecResult mounted = HostTool.run(Command.of(FileSystemInFile.mounting(file, path)), LONGEST);
        if (!mounted.succeeded()) {
            throw new SandboxStartException(Fault.of("A disk of " + size + " cannot be made: " + refusal(mounted))
                    .remedy(INSTALL + ", and look whether this user may mount loop devices; or leave the"
                            + " limit of disk out"));
        }
    }

    /**
     * Puts the files of a snapshot into it.
     *
     * @param <T> what is told about them
     */
    @FunctionalInterface
    public interface Restoration<T> {

        T run() throws IOException;
    }

    /**
     * Restores files.
     *
     * @throws SandboxStartException if they do not fit
     * @throws IOException if they cannot be written for another reason
     */
    public <T> T restore(Restoration<T> files) throws IOException {
        try {
            return files.run();
        } catch (IOException e) {
            if (!isFull()) {
                throw e;
            }
            throw new SandboxStartException(
                    Fault.of("The files of the snapshot do not fit into a disk of " + limit.orElseThrow())
                            .remedy("restore it with a larger limit of disk, or without one")
                            .cause(e));
        }
    }

    /** Returns how much is taken; empty where that is not limited. */
    public Optional<DataSize> taken() {
        return limit.map(size ->
                DataSize.ofBytes(path.toFile().getTotalSpace() - path.toFile().getUsableSpace()));
    }

    /** Returns whether hardly anything more can be written. */
    public boolean isFull() {
        return limit.isPresent()
                && DiskRoom.isUsedUp(
                        path.toFile().getTotalSpace(), path.toFile().getUsableSpace());
    }
}
