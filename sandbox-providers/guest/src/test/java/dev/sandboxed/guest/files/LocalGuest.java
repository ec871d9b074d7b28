package dev.sandboxed.guest.files;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spi.SandboxIds;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A folder of the host in the place of a guest: scripts are run by a shell of the host, archives are made by its tar. Paths
 * are those of the host.
 */
final class LocalGuest implements GuestArchives {

    /** Root, but without any capability, as in a container. */
    static final List<String> CONFINED_ROOT = List.of("/usr/bin/setpriv", "--bounding-set=-all", "--inh-caps=-all");

    static final List<String> NOBODY = List.of("/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

    final Path workdir;
    final GuestFiles files;
    private final ProcessScope scope = new ProcessScope(SandboxIds.next("test"));
    private final Path folder;
    private final List<String> shell;
    private final String path;
    private final List<String> user;
    int execs;
    int fetches;
    int stores;
    Runnable guard = () -> {};
    boolean storesFail;
    boolean isBlind;

    LocalGuest(Flavour flavour, Path folder) throws IOException {
        this(flavour, folder, List.of());
    }

    /** Creates a guest in an empty folder, whose scripts are run by way of a program that changes the user. */
    LocalGuest(Flavour flavour, Path folder, List<String> user) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        this.folder = folder;
        this.user = user;
        this.shell = flavour.shell();
        this.workdir = Files.createDirectory(folder.resolve("work dir"));
        Path lies = Files.createDirectory(folder.resolve("lies"));
        this.path = lies + ":" + flavour.toolsIn(Files.createDirectory(folder.resolve("bin")));
        Runnable current = () -> guard.run();
        this.files = new GuestFiles(new GuestAccess("local", "sbx-1", workdir.toString(), this, this::exec, current));
    }

    /** Has a tool of the guest do something else from now on. */
    void lie(String tool, String script) throws IOException {
        Path liar = Files.writeString(folder.resolve("lies").resolve(tool), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(liar, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Path at(String name) {
        return workdir.resolve(name);
    }

    private ExecResult exec(Command command) {
        execs++;
        List<String> argv = command.argv();
        return run(
                command,
                Stream.concat(Stream.concat(user.stream(), shell.stream()), argv.subList(1, argv.size()).stream())
                        .toList());
    }

    private ExecResult run(Command command, List<String> argv) {
        Map<String, String> env = Map.of("PATH", path, "LC_ALL", "C");
        return ProcessRunner.run(new Launch(command, argv, env, Path.of("/"), scope));
    }

    @Override
    public InputStream fetch(String absolute) throws IOException {
        fetches++;
        Path file = Path.of(absolute);
        if (isBlind || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new NoSuchFileException(absolute);
        }
        Path tar = Files.createTempFile(folder, "fetched", ".tar");
        tar(
                "--no-unquote",
                "-C",
                file.getParent().toString(),
                "-cf",
                tar.toString(),
                "./" + file.getFileName(),
                "--transform=s,^./,,");
        return Files.newInputStream(tar);
    }

    @Override
    public void store(String directory, InputStream content) throws IOException {
        stores++;
        Path tar = Files.createTempFile(folder, "stored", ".tar");
        Files.copy(content, tar, StandardCopyOption.REPLACE_EXISTING);
        if (storesFail) {
            throw new IOException("the engine went away");
        }
        tar("-C", directory, "-xpf", tar.toString(), "--same-owner");
    }

    private void tar(String... arguments) throws IOException {
        Command tar = Command.of("/usr/bin/tar", arguments);
        ExecResult result = run(tar, tar.argv());
        if (!result.succeeded()) {
            throw new IOException(result.describe());
        }
    }
}
