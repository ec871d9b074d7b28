package dev.sandboxed.mutants.catalog.state;

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
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.mutants.Mutant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Sandboxes that do not hold still, or not only that. */
public final class PauseMutants {

    private PauseMutants() {}

    public static List<Mutant> all() {
        return List.of(
                Mutant.named("refuses-commands-and-lets-processes-run")
                        .breaks("PAUSE-1", "went on while the sandbox was stopped")
                        .sandbox(RefusingOnly::new),
                Mutant.named("wants-to-be-resumed-as-often-as-it-was-stopped")
                        .breaks("PAUSE-2", "The sandbox is stopped")
                        .sandbox(CountingStops::new),
                Mutant.named("saves-its-files-and-loses-its-processes")
                        .breaks("PAUSE-2", "resumed")
                        .provider(working -> new ForwardingSandboxProvider(working) {
                            @Override
                            public Sandbox create(SandboxSpec spec) {
                                return new Hibernating(working, working.create(spec));
                            }
                        }),
                Mutant.named("resumes-by-itself-for-a-command")
                        .breaks("PAUSE-3", "a command for a stopped sandbox was not refused")
                        .exec((sandbox, command) -> {
                            sandbox.resume();
                            return sandbox.exec(command);
                        }),
                Mutant.named("tells-a-stopped-sandbox-as-destroyed")
                        .breaks("PAUSE-3", "was refused in another way")
                        .exec((sandbox, command) -> {
                            if (sandbox.state() == SandboxState.STOPPED) {
                                throw new SandboxDestroyedException(Fault.of("The sandbox does not run"));
                            }
                            return sandbox.exec(command);
                        }),
                Mutant.named("runs-what-it-refused-when-it-is-resumed")
                        .breaks("PAUSE-3", "ran when it was resumed")
                        .sandbox(Postponing::new));
    }

    private static SandboxStoppedException stopped() {
        return new SandboxStoppedException(Fault.of("The sandbox is stopped"));
    }

    /** Holds nobody. */
    private static final class RefusingOnly extends ForwardingSandbox {
        private volatile boolean stopped;

        RefusingOnly(Sandbox working) {
            super(working);
        }

        @Override
        public void stop() {
            sandbox().resume();
            stopped = true;
        }

        @Override
        public void resume() {
            sandbox().resume();
            stopped = false;
        }

        @Override
        public ExecResult exec(Command command) {
            return admitted().exec(command);
        }

        @Override
        public Execution start(Command command) {
            return admitted().start(command);
        }

        private Sandbox admitted() {
            if (stopped) {
                throw stopped();
            }
            return sandbox();
        }
    }

    /** Takes each stop for one more. */
    private static final class CountingStops extends ForwardingSandbox {
        private final AtomicInteger stops = new AtomicInteger();

        CountingStops(Sandbox working) {
            super(working);
        }

        @Override
        public void stop() {
            stops.incrementAndGet();
            sandbox().stop();
        }

        @Override
        public void resume() {
            if (stops.decrementAndGet() <= 0) {
                sandbox().resume();
            }
        }
    }

    /** Remembers what it refused. */
    private static final class Postponing extends ForwardingSandbox {
        private final Queue<Command> postponed = new ConcurrentLinkedQueue<>();

        Postponing(Sandbox working) {
            super(working);
        }

        @Override
        public ExecResult exec(Command command) {
            if (state() == SandboxState.STOPPED) {
                postponed.add(command);
            }
            return sandbox().exec(command);
        }

        @Override
        public void resume() {
            sandbox().resume();
            postponed.forEach(sandbox()::exec);
            postponed.clear();
        }
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
