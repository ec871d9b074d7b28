package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxFiles;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.mutants.Mutant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Sandboxes and providers that live other than they should. */
final class LifeMutants {

    private LifeMutants() {}

    static List<Mutant> all() {
        return Stream.of(states(), closings(), afterlives(), lists(), lifetimes(), providers(), handles())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> states() {
        return List.of(
                Mutant.named("says-that-it-runs-after-its-end")
                        .breaks("LIFE-3", "after `close` is not DESTROYED")
                        .sandbox(InfoMutants.info(
                                info -> info.state() == SandboxState.DESTROYED ? info.in(SandboxState.RUNNING) : info)),
                Mutant.named("says-that-it-is-in-the-making-until-its-first-command")
                        .breaks("LIFE-3", "after `create` is not RUNNING")
                        .sandbox(working -> new ForwardingSandbox(working) {
                            private final AtomicBoolean ran = new AtomicBoolean();

                            @Override
                            public ExecResult exec(Command command) {
                                ran.set(true);
                                return sandbox().exec(command);
                            }

                            @Override
                            public SandboxInfo info() {
                                SandboxInfo info = sandbox().info();
                                return ran.get() || info.state() != SandboxState.RUNNING
                                        ? info
                                        : info.in(SandboxState.CREATING);
                            }
                        }));
    }

    private static List<Mutant> closings() {
        return List.of(
                Mutant.named("refuses-to-be-closed-again")
                        .breaks("LIFE-4", "already closed")
                        .sandbox(working -> new Closing(working) {
                            @Override
                            void closeAgain() {
                                throw new IllegalStateException("already closed");
                            }
                        }),
                Mutant.named("refuses-to-be-closed-by-two-at-once")
                        .breaks("LIFE-4", "threads at once")
                        .sandbox(working -> new Closing(working) {
                            private final AtomicBoolean done = new AtomicBoolean();

                            @Override
                            void closeFirst() {
                                HealthMutants.idle(Duration.ofMillis(50));
                                sandbox().close();
                                done.set(true);
                            }

                            @Override
                            void closeAgain() {
                                if (!done.get()) {
                                    throw new IllegalStateException("removal is already in progress");
                                }
                            }
                        }));
    }

    /** A sandbox that knows whether it was closed through this handle. */
    static class Closing extends ForwardingSandbox {

        private final AtomicBoolean closed = new AtomicBoolean();

        Closing(Sandbox working) {
            super(working);
        }

        final boolean isClosed() {
            return closed.get();
        }

        void closeFirst() {
            sandbox().close();
        }

        void closeAgain() {
            sandbox().close();
        }

        @Override
        public final void close() {
            if (closed.getAndSet(true)) {
                closeAgain();
            } else {
                closeFirst();
            }
        }
    }

    private static List<Mutant> afterlives() {
        return List.of(
                Mutant.named("gives-an-exit-code-after-its-end")
                        .breaks("LIFE-5", "`exec`")
                        .sandbox(working -> new Closing(working) {
                            @Override
                            public ExecResult exec(Command command) {
                                return isClosed()
                                        ? ended(command, 1)
                                        : sandbox().exec(command);
                            }
                        }),
                Mutant.named("has-no-word-of-its-own-for-its-end")
                        .breaks("LIFE-5", "`start`")
                        .sandbox(working -> new Closing(working) {
                            @Override
                            public Execution start(Command command) {
                                if (isClosed()) {
                                    throw new IllegalStateException("Stream closed");
                                }
                                return sandbox().start(command);
                            }
                        }),
                Mutant.named("has-an-empty-folder-after-its-end")
                        .breaks("LIFE-5", "`files.list`")
                        .sandbox(working -> new Closing(working) {
                            @Override
                            public SandboxFiles files() {
                                return new ForwardingSandboxFiles(sandbox().files()) {
                                    @Override
                                    public List<FileEntry> list(String directory) {
                                        return isClosed() ? List.of() : files().list(directory);
                                    }
                                };
                            }
                        }),
                Mutant.named("connects-to-the-dead")
                        .breaks("LIFE-5", "`connect`")
                        .provider(working -> new Roll(working) {
                            @Override
                            public Sandbox connect(String id) {
                                Sandbox known = made().get(id);
                                return known == null ? provider().connect(id) : known;
                            }
                        }));
    }

    /** Make up the result of a command. */
    static ExecResult ended(Command command, int code) {
        return new ExecResult(command, Ending.exited(code), Output.EMPTY, Output.EMPTY, Duration.ZERO);
    }

    /** A provider that remembers what it made. */
    private static class Roll extends ForwardingSandboxProvider {

        private final Map<String, Sandbox> made = new ConcurrentHashMap<>();

        Roll(SandboxProvider working) {
            super(working);
        }

        final Map<String, Sandbox> made() {
            return made;
        }

        @Override
        public Sandbox create(SandboxSpec spec) {
            Sandbox sandbox = provider().create(spec);
            made.put(sandbox.id(), sandbox);
            return sandbox;
        }
    }

    private static List<Mutant> lists() {
        return List.of(
                Mutant.named("lists-nothing")
                        .breaks("LIFE-9", "a live sandbox is not listed")
                        .provider(listing(infos -> List.of())),
                Mutant.named("lists-without-labels")
                        .breaks("LIFE-9", "without its label")
                        .provider(listing(infos ->
                                infos.stream().map(InfoMutants::unlabelled).toList())),
                Mutant.named("lists-the-destroyed")
                        .breaks("LIFE-9", "still listed")
                        .provider(working -> new Roll(working) {
                            @Override
                            public List<SandboxInfo> list() {
                                List<SandboxInfo> all =
                                        new ArrayList<>(provider().list());
                                made().values().stream()
                                        .map(Sandbox::info)
                                        .filter(info -> info.state() == SandboxState.DESTROYED)
                                        .forEach(all::add);
                                return all;
                            }
                        }));
    }

    private static UnaryOperator<SandboxProvider> listing(UnaryOperator<List<SandboxInfo>> change) {
        return working -> new ForwardingSandboxProvider(working) {
            @Override
            public List<SandboxInfo> list() {
                return change.apply(provider().list());
            }
        };
    }

    private static List<Mutant> lifetimes() {
        return List.of(
                Mutant.named("lives-for-ever").breaks("LIFE-10", "time to live").spec(LifeMutants::longLived),
                Mutant.named("expires-for-commands-only")
                        .breaks("LIFE-10", "still runs on the host")
                        .provider(working -> new ForwardingSandboxProvider(working) {
                            @Override
                            public Sandbox create(SandboxSpec spec) {
                                Sandbox made = provider().create(longLived(spec));
                                return spec.timeToLive()
                                        .<Sandbox>map(life -> lockedAfter(life, made))
                                        .orElse(made);
                            }
                        }));
    }

    private static SandboxSpec longLived(SandboxSpec asked) {
        return asked.timeToLive().isEmpty()
                ? asked
                : asked.toBuilder().timeToLive(Duration.ofHours(1)).build();
    }

    private static Sandbox lockedAfter(Duration life, Sandbox made) {
        long end = System.nanoTime() + life.toNanos();
        return new ForwardingSandbox(made) {
            @Override
            public ExecResult exec(Command command) {
                if (System.nanoTime() - end > 0) {
                    throw new SandboxDestroyedException(Fault.of("Its time is up"));
                }
                return sandbox().exec(command);
            }
        };
    }

    private static List<Mutant> providers() {
        return List.of(
                Mutant.named("leaves-its-sandboxes-when-it-is-closed")
                        .breaks("LIFE-16", "still runs commands")
                        .provider(working -> new ForwardingSandboxProvider(working) {
                            @Override
                            public void close() {
                                // The process will end some day.
                            }
                        }),
                Mutant.named("comes-back-to-life")
                        .breaks("LIFE-16", "made another sandbox")
                        .opening(Immortal::new));
    }

    /** Opens itself again when it is asked for a sandbox after its end. */
    private static final class Immortal extends ForwardingSandboxProvider {

        private final SandboxProviderFactory factory;
        private final ProviderContext context;
        private final AtomicBoolean closed = new AtomicBoolean();
        private final List<SandboxProvider> later = new ArrayList<>();

        Immortal(SandboxProviderFactory working, ProviderContext context) {
            super(working.open(context));
            this.factory = working;
            this.context = context;
        }

        @Override
        public Sandbox create(SandboxSpec spec) {
            if (!closed.get()) {
                return provider().create(spec);
            }
            SandboxProvider again = factory.open(context);
            later.add(again);
            return again.create(spec);
        }

        @Override
        public void close() {
            closed.set(true);
            provider().close();
            later.forEach(SandboxProvider::close);
        }
    }

    private static List<Mutant> handles() {
        return List.of(
                Mutant.named("connects-to-a-new-sandbox")
                        .breaks("LIFE-17", "does not see a file")
                        .breaks("LIFE-5", "through another handle")
                        .provider(working -> new ForwardingSandboxProvider(working) {
                            @Override
                            public Sandbox connect(String id) {
                                SandboxSpec spec = provider().connect(id).spec();
                                return new ForwardingSandbox(provider().create(spec)) {
                                    @Override
                                    public String id() {
                                        return id;
                                    }
                                };
                            }
                        }),
                Mutant.named("takes-an-unknown-id-for-a-bad-argument")
                        .breaks("LIFE-17", "an id that nobody has")
                        .provider(working -> new Roll(working) {
                            @Override
                            public Sandbox connect(String id) {
                                try {
                                    return provider().connect(id);
                                } catch (SandboxNotFoundException e) {
                                    throw made().containsKey(id) ? e : new IllegalArgumentException("bad id " + id, e);
                                }
                            }
                        }));
    }
}
