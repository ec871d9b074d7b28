package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Calls.caught;
import static dev.sandboxed.mutants.internal.Calls.idle;
import static dev.sandboxed.mutants.internal.Changed.ended;
import static dev.sandboxed.mutants.internal.Mutant.mutant;
import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.mutants.internal.MutantBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** Sandboxes and providers that live other than they should. */
final class LifeMutants {

    private LifeMutants() {}

    static List<MutantBuilder> all() {
        return together(states(), closings(), afterlives(), lists(), lifetimes(), providers(), handles());
    }

    private static List<MutantBuilder> states() {
        Set<String> ran = ConcurrentHashMap.newKeySet();
        return List.of(
                mutant("says-that-it-runs-after-its-end", "LIFE-3", "after `close` is not DESTROYED")
                        .info(InfoMutants.info(
                                info -> info.state() == SandboxState.DESTROYED ? info.in(SandboxState.RUNNING) : info)),
                mutant("says-that-it-is-in-the-making-until-its-first-command")
                        .breaks("LIFE-3", "after `create` is not RUNNING")
                        .exec((sandbox, command) -> {
                            ran.add(sandbox.id());
                            return sandbox.exec(command);
                        })
                        .info(InfoMutants.info(info -> ran.contains(info.id()) || info.state() != SandboxState.RUNNING
                                ? info
                                : info.in(SandboxState.CREATING))));
    }

    private static List<MutantBuilder> closings() {
        Set<String> begun = ConcurrentHashMap.newKeySet();
        Set<String> closed = ConcurrentHashMap.newKeySet();
        return List.of(
                mutant("refuses-to-be-closed-again", "LIFE-4", "already closed").close(sandbox -> {
                    if (!closed.add(sandbox.id())) {
                        throw new IllegalStateException("already closed");
                    }
                    sandbox.close();
                }),
                mutant("refuses-to-be-closed-by-two-at-once", "LIFE-4", "threads at once")
                        .close(sandbox -> {
                            if (begun.add(sandbox.id())) {
                                idle(Duration.ofMillis(50));
                                sandbox.close();
                                closed.add(sandbox.id());
                            } else if (!closed.contains(sandbox.id())) {
                                throw new IllegalStateException("removal is already in progress");
                            }
                        }),
                mutant("gives-up-closing-when-interrupted", "LIFE-26", "still runs on the host")
                        .close(sandbox -> {
                            idle(Duration.ofMillis(20));
                            if (!Thread.currentThread().isInterrupted()) {
                                sandbox.close();
                            }
                        }),
                mutant("fails-to-close-when-interrupted", "LIFE-26", "failed in a thread that was interrupted")
                        .close(sandbox -> {
                            sandbox.close();
                            idle(Duration.ofMillis(20));
                            if (Thread.currentThread().isInterrupted()) {
                                throw new IllegalStateException("interrupted");
                            }
                        }),
                mutant("forgets-an-interruption-when-it-closes", "LIFE-26", "not interrupted any more")
                        .close(sandbox -> {
                            sandbox.close();
                            Thread.interrupted();
                        }));
    }

    private static List<MutantBuilder> afterlives() {
        Set<String> closed = ConcurrentHashMap.newKeySet();
        Map<String, Sandbox> made = new ConcurrentHashMap<>();
        return List.of(
                mutant("gives-an-exit-code-after-its-end", "LIFE-5", "`exec`")
                        .sandbox(working -> new ForwardingSandbox(working) {
                            private volatile boolean closed;

                            @Override
                            public ExecResult exec(Command command) {
                                return closed ? ended(command, 1) : sandbox().exec(command);
                            }

                            @Override
                            public void close() {
                                closed = true;
                                sandbox().close();
                            }
                        }),
                mutant("has-no-word-of-its-own-for-its-end", "LIFE-5", "`start`")
                        .start((sandbox, command) -> {
                            if (closed.contains(sandbox.id())) {
                                throw new IllegalStateException("Stream closed");
                            }
                            return sandbox.start(command);
                        })
                        .noting(closed),
                mutant("has-an-empty-folder-after-its-end", "LIFE-5", "`files.list`")
                        .listing((files, folder) ->
                                caught(() -> files.list(folder), SandboxDestroyedException.class, end -> List.of())),
                mutant("connects-to-the-dead", "LIFE-5", "`connect`")
                        .remembering(made)
                        .connect((provider, id) -> {
                            Sandbox known = made.get(id);
                            return known == null ? provider.connect(id) : known;
                        }));
    }

    private static List<MutantBuilder> lists() {
        Map<String, Sandbox> made = new ConcurrentHashMap<>();
        return List.of(
                mutant("lists-nothing", "LIFE-9", "a live sandbox is not listed")
                        .sandboxes(provider -> List.of()),
                mutant("lists-without-labels", "LIFE-9", "without its label")
                        .sandboxes(provider -> provider.list().stream()
                                .map(InfoMutants::unlabelled)
                                .toList()),
                mutant("lists-the-destroyed", "LIFE-9", "still listed")
                        .breaks("LIFE-25", "still listed")
                        .remembering(made)
                        .sandboxes(provider -> Stream.concat(
                                        provider.list().stream(),
                                        made.values().stream()
                                                .map(Sandbox::info)
                                                .filter(info -> info.state() == SandboxState.DESTROYED))
                                .toList()));
    }

    private static List<MutantBuilder> lifetimes() {
        return List.of(
                mutant("lives-for-ever", "LIFE-10", "time to live")
                        .breaks("LIFE-25", "time to live")
                        .spec(LifeMutants::longLived),
                mutant("expires-for-commands-only", "LIFE-10", "still runs on the host")
                        .breaks("LIFE-25", "time to live")
                        .create((provider, spec) -> {
                            Sandbox made = provider.create(longLived(spec));
                            return spec.timeToLive()
                                    .<Sandbox>map(life -> lockedAfter(life, made))
                                    .orElse(made);
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

    private static List<MutantBuilder> providers() {
        return List.of(
                mutant("leaves-its-sandboxes-when-it-is-closed", "LIFE-16", "still runs commands")
                        .closeProvider(provider -> {}),
                mutant("comes-back-to-life", "LIFE-16", "made another sandbox").opening(Immortal::new));
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

    private static List<MutantBuilder> handles() {
        Map<String, Sandbox> made = new ConcurrentHashMap<>();
        return List.of(
                mutant("connects-to-a-new-sandbox", "LIFE-17", "does not see a file")
                        .breaks("LIFE-5", "through another handle")
                        .connect((provider, id) -> new ForwardingSandbox(
                                provider.create(provider.connect(id).spec())) {
                            @Override
                            public String id() {
                                return id;
                            }
                        }),
                mutant("takes-an-unknown-id-for-a-bad-argument", "LIFE-17", "an id that nobody has")
                        .remembering(made)
                        .connect((provider, id) ->
                                caught(() -> provider.connect(id), SandboxNotFoundException.class, unknown -> {
                                    throw made.containsKey(id)
                                            ? unknown
                                            : new IllegalArgumentException("bad id " + id, unknown);
                                })));
    }
}
