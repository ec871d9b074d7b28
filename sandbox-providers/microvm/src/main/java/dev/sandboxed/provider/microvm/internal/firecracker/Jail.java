package dev.sandboxed.provider.microvm.internal.firecracker;

import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.process.ProcessScope;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * A root file system of its own, made by Firecracker's jailer, in which Firecracker runs as a user that nobody else is. It has
 * the files that it needs by names of their own, and no other. The jailer needs root, and clears the environment.
 *
 * @param jailer the jailer's program
 * @param program that of Firecracker
 * @param id of the sandbox
 * @param folder of the machine
 */
public record Jail(Path jailer, Path program, String id, Path folder) implements Room {

    /** Numbers that nobody hands out: those of ordinary users and of their namespaces are lower. */
    private static final int FIRST_USER = 0x40000000;

    private static final int USERS = 0x1000000;
    private static final String BASE = "jail";
    private static final String READABLE = "rw-r--r--";

    /** Kills what runs in the jails of a sandbox; returns whether all of it is dead. */
    public static boolean killAll(String id) {
        return ProcessScope.killAllOf(user(id));
    }

    static int user(String id) {
        return FIRST_USER + Math.floorMod(id.hashCode(), USERS);
    }

    private Path base() {
        return folder.resolve(BASE);
    }

    private Path root() {
        return base().resolve(String.valueOf(program.getFileName())).resolve(id).resolve("root");
    }

    @Override
    public List<String> argv(List<String> arguments) {
        String user = String.valueOf(user(id));
        List<String> argv = new ArrayList<>(List.of(jailer.toString(), "--id", id, "--exec-file", program.toString()));
        argv.addAll(List.of("--uid", user, "--gid", user, "--chroot-base-dir", base().toString(), "--"));
        argv.addAll(arguments);
        return argv;
    }

    @Override
    public void prepare(List<String> sockets) throws IOException {
        FolderRemoval.remove(base());
        Files.createDirectory(base());
        for (String socket : sockets) {
            Path link = folder.resolve(socket);
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, folder.relativize(root().resolve(socket)));
        }
    }

    /** The same file under a second name; a copy where that is on another disk. */
    @Override
    public String show(Path file, String name) throws IOException {
        Path shown = root().resolve(name);
        try {
            Files.createLink(shown, file);
        } catch (FileSystemException e) {
            Files.copy(file, shown);
        }
        return open(shown);
    }

    /** A copy of its own: the jail reads it, whoever else may read the file. */
    @Override
    public String bring(Path file, String name) throws IOException {
        return open(Files.copy(file, root().resolve(name)));
    }

    /** Nobody else gets to it: the folders around it are ours alone. */
    private static String open(Path shown) throws IOException {
        Files.setPosixFilePermissions(shown, PosixFilePermissions.fromString(READABLE));
        return shown.getFileName().toString();
    }

    @Override
    public String lend(String name) throws IOException {
        show(folder.resolve(name), name);
        give(root().resolve(name), user(id));
        return name;
    }

    /** Not by the plain name, which a file may have that was shown to it. */
    @Override
    public String pathFor(Path file) {
        return "written-" + file.getFileName();
    }

    @Override
    public void fetch(Path file) throws IOException {
        Path made = root().resolve(pathFor(file));
        give(made, 0);
        Files.move(made, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void give(Path file, int user) throws IOException {
        Files.setAttribute(file, "unix:uid", user);
        Files.setAttribute(file, "unix:gid", user);
    }
}
