package folderprovider;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.folder.files.FileFaults;
import dev.sandboxed.folder.files.FolderFiles;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.provider.Beginning;
import dev.sandboxed.folder.snapshot.SnapshotStore;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A folder, and the processes that were started for it. Commands see the host's paths and start in the workdir. */
final class FolderSandbox extends AbstractSandbox {

    private final RootedPaths paths;
    private final SandboxStore store;
    private final SnapshotStore snapshots;
    private final ProcessScope scope;
    private final FileFaults faults;
    private final SandboxFiles files;
    private final Map<String, String> environment = new LinkedHashMap<>();

    FolderSandbox(Beginning beginning, SandboxInfo info, Capabilities capabilities, RootedPaths paths) {
        super(beginning.creation(), info, capabilities);
        this.paths = paths;
        this.store = beginning.store();
        this.snapshots = beginning.snapshots();
        // Its id marks the processes, so that whoever removes the sandbox later finds them.
        this.scope = new ProcessScope(info.id());
        this.faults = new FileFaults(info.provider(), info.id());
        this.files = new FolderFiles(paths, this::requireThere, faults);
        // Nothing of the host's environment is in it: build servers keep their keys there. Later entries win.
        environment.put("PATH", HostPrograms.USUAL_PATH);
        environment.put("LANG", "C.UTF-8");
        environment.put("HOME", paths.follow(spec().workdir()).toString());
        environment.put("TMPDIR", paths.follow("/tmp").toString());
        environment.putAll(spec().env());
        spec().secrets().forEach((name, secret) -> environment.put(name, secret.reveal()));
    }

    @Override
    protected ExecResult run(Command command) {
        return ProcessRunner.run(prepare(command));
    }

    @Override
    protected Execution launch(Command command, Consumer<ExecResult> ended) {
        return ProcessRunner.start(prepare(command), ended);
    }

    /** Makes a process of the host out of a command. What cannot be done as asked is refused before it starts. */
    private Launch prepare(Command command) {
        requireThere();
        Map<String, String> env = new LinkedHashMap<>(environment);
        env.putAll(command.env());
        if (env.containsKey(ProcessScope.VARIABLE)) {
            throw new IllegalArgumentException("Environment variable '" + ProcessScope.VARIABLE
                    + "' cannot be set: processes of a sandbox are found by it; use another name");
        }
        return new Launch(command, command.argv(), env, directory(command), scope);
    }

    /** Returns where a command starts. A directory that cannot be used is no exit code: the command never ran. */
    private Path directory(Command command) {
        String given = command.cwd().orElse(spec().workdir());
        Path directory = paths.follow(given);
        try {
            if (!Files.readAttributes(directory, BasicFileAttributes.class).isDirectory()) {
                throw new NotDirectoryException(given);
            }
            if (!Files.isExecutable(directory)) {
                throw new AccessDeniedException(given);
            }
            return directory;
        } catch (IOException e) {
            throw faults.of("start a command in", given, e);
        }
    }

    @Override
    public SandboxFiles files() {
        return files;
    }

    @Override
    protected void hold() {
        scope.holdAll();
    }

    @Override
    protected void letGo() {
        scope.letGoAll();
    }

    @Override
    protected Usage measure() {
        return scope.usage();
    }

    /** Saves the files while every process is held still, so that they are those of one moment. */
    @Override
    protected Snapshot save(SnapshotOptions options) {
        scope.holdAll();
        try {
            return snapshots.save(id(), paths, options);
        } finally {
            scope.letGoAll();
        }
    }

    /** Ends every process first, and each that is just being started: they could write to what is being removed. */
    @Override
    protected void release() {
        try {
            store.discard(id(), id -> scope.close());
        } catch (IOException e) {
            throw new SandboxTransportException(fault("Cannot remove all of the sandbox: " + e.getMessage())
                    .remedy("end what has " + ProcessScope.VARIABLE + "=" + id() + " in its environment, and delete "
                            + paths.root())
                    .cause(e));
        }
    }

    /** Throws if there is no sandbox any more: it was closed, or somebody removed its folder behind our back. */
    private void requireThere() {
        requireRunning();
        if (!Files.isDirectory(paths.root())) {
            destroy("its folder was removed from outside");
            requireRunning();
        }
    }
}
