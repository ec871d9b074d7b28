package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.spec.GuestPath;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.api.spi.ForwardingExecution;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.provider.Beginning;
import dev.sandboxed.guest.files.GuestAccess;
import dev.sandboxed.guest.files.GuestFiles;
import dev.sandboxed.guest.internal.files.CommandArchives;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.provider.local.internal.subprocess.ShellVariables;
import dev.sandboxed.provider.local.internal.subprocess.SubprocessSandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A folder that its processes take for the root of the file system. */
final class ProotSandbox extends SubprocessSandbox {

    private static final int MISSING = 66;
    private static final int OF_ANOTHER_KIND = 67;
    private static final int FORBIDDEN = 68;

    private final RootedPaths paths;
    private final Tracing tracing;
    private final GuestFiles files;

    ProotSandbox(Beginning beginning, SandboxInfo info, Capabilities capabilities, RootedPaths paths, Inner inner) {
        super(beginning, info, capabilities, paths, surroundings(beginning.creation(), inner.env()));
        this.paths = paths;
        this.tracing = inner.tracing();
        // Links inside lead to paths inside, which only somebody inside can follow.
        this.files = new GuestFiles(new GuestAccess(
                info.provider(),
                info.id(),
                spec().workdir(),
                new CommandArchives(this::runWithoutEvents, this::startWithoutEvents),
                this::runWithoutEvents,
                this::requireThere));
    }

    /**
     * What there is inside.
     *
     * @param tracing what makes commands see it
     * @param env the variables that its image gives to commands
     */
    record Inner(Tracing tracing, Map<String, String> env) {

        Inner {
            env = Map.copyOf(env);
        }
    }

    private static Map<String, String> surroundings(Creation creation, Map<String, String> ofImage) {
        Map<String, String> env = new HashMap<>();
        env.put("HOME", creation.spec().workdir());
        env.put("TMPDIR", "/tmp");
        env.put("SANDBOX_ROOT", "/");
        env.putAll(ofImage);
        return env;
    }

    /**
     * Proves that commands can be run.
     *
     * @throws SandboxStartException if they cannot
     */
    void requireShell() {
        ExecResult result =
                runWithoutEvents(Command.of("/bin/sh", "-c", "exit 42").cwd("/"));
        if (result.exitCode() != 42) {
            throw new SandboxStartException(
                    fault("A shell inside " + result.ending() + " instead of exiting with code 42: "
                                    + result.stderr().strip())
                            .remedy("use an image in which /bin/sh works, made for this machine's architecture;"
                                    + " ./sandboxed doctor tells whether PRoot works at all"));
        }
    }

    private ExecResult runWithoutEvents(Command command) {
        return ProcessRunner.run(traced(command, directoryOf(command)));
    }

    private Execution startWithoutEvents(Command command) {
        return ProcessRunner.start(traced(command, directoryOf(command)), result -> {});
    }

    @Override
    public SandboxFiles files() {
        return files;
    }

    @Override
    protected Launch prepare(Command command) {
        requireUsable(command);
        ShellVariables.require(command.env().keySet().stream());
        String directory = directoryOf(command);
        if (!isPlainlyThere(directory)) {
            requireDirectoryInside(command, directory);
        }
        return traced(command, directory);
    }

    /** Returns whether a directory can be seen from outside; of links to absolute paths nobody outside can tell. */
    private boolean isPlainlyThere(String directory) {
        try {
            Path seen = paths.follow(directory);
            return Files.isDirectory(seen) && Files.isExecutable(seen);
        } catch (SandboxFileException leadsElsewhere) {
            return false;
        }
    }

    private void requireDirectoryInside(Command command, String directory) {
        String script = "cd -- \"$1\" && exit; [ -d \"$1\" ] && exit " + FORBIDDEN + "; [ -e \"$1\" ] && exit "
                + OF_ANOTHER_KIND + "; exit " + MISSING;
        ExecResult result = runWithoutEvents(
                Command.of("/bin/sh", "-c", script, "sh", directory).cwd("/"));
        requireThere();
        switch (result.exitCode()) {
            case MISSING -> throw directoryFaults().missing(command);
            case OF_ANOTHER_KIND -> throw directoryFaults().notADirectory(command);
            case FORBIDDEN -> throw directoryFaults().shut(command);
            default -> {
                // It is there, or the shell could not tell: then the command itself will.
            }
        }
    }

    private String directoryOf(Command command) {
        return GuestPath.resolve(spec().workdir(), command.cwd().orElse("."));
    }

    private Launch traced(Command command, String directory) {
        List<String> argv = tracing.of(limited(command), directory);
        // Nothing is started in the root, where programs outside could come across what somebody inside has put there.
        return new Launch(command, argv, tracing.environment(environment(command)), tracing.scratch(), scope());
    }

    /** What cannot be caught cannot be passed on to the command: its end is brought about from here. */
    @Override
    protected Execution launch(Command command, Consumer<ExecResult> ended) {
        return new ForwardingExecution(super.launch(command, ended)) {
            @Override
            public ExecResult await() {
                return running().await();
            }

            @Override
            public void signal(Signal signal) {
                if (signal.equals(Signal.KILL)) {
                    kill();
                } else {
                    super.signal(signal);
                }
            }
        };
    }
}
