package dev.sandboxed.guest.internal.busybox;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/** Uses the busybox of this host, if it needs no libraries: one file that is a shell and some hundred commands. */
public final class HostBusybox {

    private static final System.Logger LOG = System.getLogger(HostBusybox.class.getName());
    private static final Duration LIST_LIMIT = Duration.ofSeconds(10);

    private final Path file;
    private final byte[] program;

    private HostBusybox(Path file, byte[] program) {
        this.file = file;
        this.program = program;
    }

    /** Returns where it may be: in the usual places, or on the path. */
    public static List<Path> folders(ProviderContext context) {
        String path = context.environment().getOrDefault("PATH", "");
        return Stream.concat(
                        Stream.of("/bin", "/usr/bin"),
                        Stream.of(path.split(":")).filter(folder -> folder.startsWith("/")))
                .map(Path::of)
                .toList();
    }

    /**
     * Looks for it.
     *
     * @param folders where it may be
     * @param wanted tells by the number of an architecture whether that is the one it has to run on
     */
    public static Optional<HostBusybox> find(List<Path> folders, IntPredicate wanted) {
        return folders.stream()
                .map(folder -> folder.resolve("busybox"))
                .distinct()
                .filter(Files::isExecutable)
                .map(file -> read(file, wanted))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<HostBusybox> read(Path file, IntPredicate wanted) {
        try {
            byte[] program = Files.readAllBytes(file);
            return ElfHeader.read(program)
                    .filter(ElfHeader::isStatic)
                    .filter(header -> wanted.test(header.machine()))
                    .map(header -> new HostBusybox(file, program));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "Cannot read " + file, e);
            return Optional.empty();
        }
    }

    public Path file() {
        return file;
    }

    public byte[] program() {
        return program.clone();
    }

    /**
     * Lists the commands that it can play, each with the folder where it belongs: {@code usr/bin/env}.
     *
     * @throws SandboxStartException if it does not tell
     */
    public List<String> applets() {
        Command command = Command.of(file.toString(), "--list-full").timeout(LIST_LIMIT);
        ExecResult result = ProcessRunner.run(
                new Launch(command, command.argv(), Map.of(), Path.of("/"), new ProcessScope("busybox")));
        List<String> applets = result.stdout()
                .lines()
                .filter(name -> name.startsWith("bin/") || name.startsWith("sbin/") || name.startsWith("usr/"))
                .sorted()
                .toList();
        if (!result.succeeded() || !applets.contains("bin/sh")) {
            throw new SandboxStartException(
                    Fault.of("'" + file + "' does not list its commands, or has no shell: " + result.describe())
                            .remedy("choose an image with the setting 'image' of the provider"));
        }
        return applets;
    }
}
