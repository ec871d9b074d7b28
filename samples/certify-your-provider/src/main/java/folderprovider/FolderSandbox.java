package folderprovider;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.Creation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A folder, and the processes that were started for it. Commands see the host's paths and start in the workdir. */
final class FolderSandbox extends AbstractSandbox {

    private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private final Home home;
    private final InsidePaths paths;
    private final SandboxFiles files;
    private final ProcessMark mark;
    private final AtomicLong commands = new AtomicLong();

    /**
     * Where a sandbox lives.
     *
     * @param folder a real path, with a folder {@code root} in it for the files
     * @param supervisor what runs its commands
     * @param removal ends every process and removes everything
     */
    record Home(Path folder, Supervisor supervisor, Runnable removal) {}

    FolderSandbox(Creation creation, SandboxInfo info, Capabilities capabilities, Home home) throws IOException {
        super(creation, info, capabilities);
        this.home = home;
        this.paths = new InsidePaths(home.folder().resolve("root"), spec().workdir());
        this.files = new FolderFiles(paths, this::requireThere);
        this.mark = ProcessMark.ofSandbox(info.id());
        Files.createDirectories(paths.follow(spec().workdir()));
        Files.createDirectories(paths.follow("/tmp"));
    }

    @Override
    public SandboxFiles files() {
        return files;
    }

    @Override
    protected void release() {
        home.removal().run();
    }

    @Override
    protected ExecResult run(Command command) {
        requireThere();
        ProcessMark.refuse(command.env());
        CommandRun.Launch launch = new CommandRun.Launch(command, directory(command), environment(command));
        long number = commands.incrementAndGet();
        ProcessMark ownMark = mark.command(number);
        Path verdict = home.folder().resolve("verdict-" + number);
        try {
            CommandRun run = new CommandRun(home.supervisor(), launch, ownMark, verdict);
            if (state() == SandboxState.DESTROYED) {
                // Whoever destroyed it may have looked for processes before this one was there.
                ownMark.killAll();
            }
            return run.toEnd();
        } catch (InterruptedException e) {
            ownMark.killAll();
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(
                    fault("Interrupted while a command was running; it was killed: " + command));
        } catch (IOException e) {
            ownMark.killAll();
            requireThere();
            throw new SandboxTransportException(fault("Cannot tell what became of '" + command + "': " + e.getMessage())
                    .remedy("see the cause; a command must not kill the process above it")
                    .cause(e));
        }
    }

    private Path directory(Command command) {
        String given = command.cwd().orElse(spec().workdir());
        Path directory = paths.follow(given);
        if (!Files.exists(directory)) {
            throw new SandboxFileNotFoundException(
                    given,
                    fault("The directory of the command does not exist: '" + given + "'")
                            .remedy("make it first, or start in the workdir " + spec().workdir()));
        }
        if (!Files.isDirectory(directory)) {
            throw new SandboxFileException(
                    given,
                    fault("The command is to start in '" + given + "', which is no directory")
                            .remedy("start in the directory that it lies in"));
        }
        return directory;
    }

    /** Nothing of the host's environment is in it; the later entries win. */
    private Map<String, String> environment(Command command) {
        Map<String, String> env = new LinkedHashMap<>();
        env.put("PATH", PATH);
        env.put("LANG", "C.UTF-8");
        env.put("HOME", paths.follow(spec().workdir()).toString());
        env.put("TMPDIR", paths.follow("/tmp").toString());
        env.putAll(spec().env());
        spec().secrets().forEach((name, secret) -> env.put(name, secret.reveal()));
        env.putAll(command.env());
        return env;
    }

    /** Somebody may have removed the folder behind our back; then there is no sandbox any more. */
    private void requireThere() {
        requireRunning();
        if (!Files.isDirectory(home.folder())) {
            destroy("its folder was removed from outside");
            requireRunning();
        }
    }
}
