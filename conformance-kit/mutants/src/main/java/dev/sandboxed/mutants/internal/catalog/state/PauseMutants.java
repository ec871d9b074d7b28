package dev.sandboxed.mutants.internal.catalog.state;

import static dev.sandboxed.mutants.internal.Mutant.mutant;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxStoppedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.mutants.internal.MutantBuilder;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Sandboxes that do not hold still, or not only that. */
public final class PauseMutants {

    private PauseMutants() {}

    public static List<MutantBuilder> all() {
        Set<String> refusing = ConcurrentHashMap.newKeySet();
        Map<String, Integer> stops = new ConcurrentHashMap<>();
        Queue<Command> postponed = new ConcurrentLinkedQueue<>();
        return List.of(
                mutant("refuses-commands-and-lets-processes-run", "PAUSE-1", "went on while the sandbox was stopped")
                        .exec((sandbox, command) -> admitted(refusing, sandbox).exec(command))
                        .start((sandbox, command) -> admitted(refusing, sandbox).start(command))
                        .stop(sandbox -> {
                            sandbox.resume();
                            refusing.add(sandbox.id());
                        })
                        .resume(sandbox -> {
                            sandbox.resume();
                            refusing.remove(sandbox.id());
                        }),
                mutant("wants-to-be-resumed-as-often-as-it-was-stopped", "PAUSE-2", "The sandbox is stopped")
                        .stop(sandbox -> {
                            stops.merge(sandbox.id(), 1, Integer::sum);
                            sandbox.stop();
                        })
                        .resume(sandbox -> {
                            if (stops.merge(sandbox.id(), -1, Integer::sum) <= 0) {
                                sandbox.resume();
                            }
                        }),
                mutant("saves-its-files-and-loses-its-processes", "PAUSE-2", "resumed")
                        .create((provider, spec) -> new Hibernating(provider, provider.create(spec))),
                mutant("resumes-by-itself-for-a-command", "PAUSE-3", "a command for a stopped sandbox was not refused")
                        .exec((sandbox, command) -> {
                            sandbox.resume();
                            return sandbox.exec(command);
                        }),
                mutant("tells-a-stopped-sandbox-as-destroyed", "PAUSE-3", "was refused in another way")
                        .exec((sandbox, command) -> {
                            if (sandbox.state() == SandboxState.STOPPED) {
                                throw new SandboxDestroyedException(Fault.of("The sandbox does not run"));
                            }
                            return sandbox.exec(command);
                        }),
                mutant("runs-what-it-refused-when-it-is-resumed", "PAUSE-3", "ran when it was resumed")
                        .exec((sandbox, command) -> {
                            if (sandbox.state() == SandboxState.STOPPED) {
                                postponed.add(command);
                            }
                            return sandbox.exec(command);
                        })
                        .resume(sandbox -> {
                            sandbox.resume();
                            postponed.forEach(sandbox::exec);
                            postponed.clear();
                        }));
    }

    private static SandboxStoppedException stopped() {
        return new SandboxStoppedException(Fault.of("The sandbox is stopped"));
    }

    private static Sandbox admitted(Set<String> refusing, Sandbox sandbox) {
        if (refusing.contains(sandbox.id())) {
            throw stopped();
        }
        return sandbox;
    }

    /** Saves its files when it is stopped and begins anew with them when it is resumed. */
    private static final class Hibernating extends ForwardingSandbox {
        private final SandboxProvider provider;
        private volatile Sandbox awake;
        private volatile @Nullable Snapshot asleep;

        Hibernating(SandboxProvider provider, Sandbox working) {
            super(working);
            this.provider = provider;
            this.awake = working;
        }

        @Override
        public void stop() {
            if (asleep == null) {
                asleep = awake.snapshot(SnapshotOptions.ALL);
                awake.close();
            }
        }

        @Override
        public void resume() {
            Snapshot saved = asleep;
            if (saved == null) {
                awake.resume();
            } else {
                awake = provider.snapshots().restore(saved, spec());
                provider.snapshots().delete(saved);
                asleep = null;
            }
        }

        @Override
        public ExecResult exec(Command command) {
            return admitted().exec(command);
        }

        @Override
        public Execution start(Command command) {
            return admitted().start(command);
        }

        @Override
        public SandboxFiles files() {
            return admitted().files();
        }

        @Override
        public void close() {
            awake.close();
            sandbox().close();
        }

        private Sandbox admitted() {
            if (asleep != null) {
                throw stopped();
            }
            return awake;
        }
    }
}
