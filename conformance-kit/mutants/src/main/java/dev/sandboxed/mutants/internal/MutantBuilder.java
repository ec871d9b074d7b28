package dev.sandboxed.mutants.internal;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Breaks a working provider, one verb after another; each verb gets what the verbs before it made.
 *
 * <p>Each verb takes what is called instead of one method: a function of the working object and of the arguments. All other
 * methods still work.
 */
public final class MutantBuilder extends SandboxVerbs {

    private final String name;
    private final Map<String, String> breaks = new LinkedHashMap<>();
    private Mutant.Mutation mutation = SandboxProviderFactory::open;
    private Predicate<ProviderCall> affected = ProviderCall.NONE;

    MutantBuilder(String name) {
        this.name = name;
    }

    /** Adds a clause that is broken, and some words that the failure's message has in it. */
    public MutantBuilder breaks(String clause, String words) {
        breaks.put(clause, words);
        return this;
    }

    public Mutant build() {
        return new Mutant(name, breaks, mutation, affected);
    }

    /** Breaks how the provider is opened; the first verb if it is used at all. */
    public MutantBuilder opening(Mutant.Mutation instead) {
        mutation = instead;
        affected = ProviderCall.ANY;
        return this;
    }

    @Override
    MutantBuilder affecting(Predicate<ProviderCall> calls, Runnable change) {
        Predicate<ProviderCall> before = affected;
        change.run();
        affected = before.or(calls);
        return this;
    }

    /** Breaks what listeners are told. */
    public MutantBuilder listener(UnaryOperator<SandboxListener> change) {
        Mutant.Mutation before = mutation;
        return opening(
                (working, context) -> before.open(working, context.withListener(change.apply(context.listener()))));
    }

    /** Breaks the provider as a whole. */
    public MutantBuilder provider(UnaryOperator<SandboxProvider> change) {
        Mutant.Mutation before = mutation;
        return opening((working, context) -> change.apply(before.open(working, context)));
    }

    public MutantBuilder name(Function<SandboxProvider, String> instead) {
        return provider(working -> new ForwardingSandboxProvider(working) {
            @Override
            public String name() {
                return instead.apply(provider());
            }
        });
    }

    public MutantBuilder status(Function<SandboxProvider, ProviderStatus> instead) {
        return provider(working -> new ForwardingSandboxProvider(working) {
            @Override
            public ProviderStatus status() {
                return instead.apply(provider());
            }
        });
    }

    public MutantBuilder headroom(Function<SandboxProvider, Optional<Headroom>> instead) {
        return affecting(
                ProviderCall.of("headroom"),
                () -> provider(working -> new ForwardingSandboxProvider(working) {
                    @Override
                    public Optional<Headroom> headroom() {
                        return instead.apply(provider());
                    }
                }));
    }

    public MutantBuilder create(BiFunction<SandboxProvider, SandboxSpec, Sandbox> instead) {
        return provider(working -> new ForwardingSandboxProvider(working) {
            @Override
            public Sandbox create(SandboxSpec spec) {
                return instead.apply(provider(), spec);
            }
        });
    }

    /**
     * Breaks the spec before the provider sees it, by a function of nothing but the spec; the sandbox still tells the one
     * that was asked for.
     */
    public MutantBuilder spec(UnaryOperator<SandboxSpec> change) {
        return affecting(
                ProviderCall.asking(SandboxSpec.class, asked -> !asked.equals(change.apply(asked))),
                () -> create((provider, asked) -> new ForwardingSandbox(provider.create(change.apply(asked))) {
                    @Override
                    public SandboxSpec spec() {
                        return asked;
                    }
                }));
    }

    /** Keeps every sandbox that is created under its id, for the verbs that follow. */
    public MutantBuilder remembering(Map<String, Sandbox> made) {
        return affecting(
                ProviderCall.NONE,
                () -> create((provider, spec) -> {
                    Sandbox sandbox = provider.create(spec);
                    made.put(sandbox.id(), sandbox);
                    return sandbox;
                }));
    }

    public MutantBuilder connect(BiFunction<SandboxProvider, String, Sandbox> instead) {
        return affecting(
                ProviderCall.of("connect"),
                () -> provider(working -> new ForwardingSandboxProvider(working) {
                    @Override
                    public Sandbox connect(String id) {
                        return instead.apply(provider(), id);
                    }
                }));
    }

    /** Breaks the list of all sandboxes; that of a folder is {@link #listing}. */
    public MutantBuilder sandboxes(Function<SandboxProvider, List<SandboxInfo>> instead) {
        return provider(working -> new ForwardingSandboxProvider(working) {
            @Override
            public List<SandboxInfo> list() {
                return instead.apply(provider());
            }
        });
    }

    public MutantBuilder reap(Function<SandboxProvider, ReapReport> instead) {
        return provider(working -> new ForwardingSandboxProvider(working) {
            @Override
            public ReapReport reap() {
                return instead.apply(provider());
            }
        });
    }

    public MutantBuilder closeProvider(Consumer<SandboxProvider> instead) {
        return provider(working -> new ForwardingSandboxProvider(working) {
            @Override
            public void close() {
                instead.accept(provider());
            }
        });
    }

    public MutantBuilder listSnapshots(BiFunction<Snapshots, SnapshotFilter, List<Snapshot>> instead) {
        return snapshots(provider -> {
            Snapshots working = provider.snapshots();
            return new ChangedSnapshots(filter -> instead.apply(working, filter), working::restore, working::delete);
        });
    }

    public MutantBuilder deleteSnapshot(BiConsumer<Snapshots, Snapshot> instead) {
        return snapshots(provider -> {
            Snapshots working = provider.snapshots();
            return new ChangedSnapshots(working::list, working::restore, snapshot -> instead.accept(working, snapshot));
        });
    }

    public MutantBuilder restore(TriFunction<SandboxProvider, Snapshot, SandboxSpec, Sandbox> instead) {
        return snapshots(provider -> {
            Snapshots working = provider.snapshots();
            return new ChangedSnapshots(
                    working::list, (snapshot, spec) -> instead.apply(provider, snapshot, spec), working::delete);
        });
    }

    private MutantBuilder snapshots(Function<SandboxProvider, Snapshots> instead) {
        return provider(working -> new ForwardingSandboxProvider(working) {
            @Override
            public Snapshots snapshots() {
                return instead.apply(provider());
            }
        });
    }

    @Override
    public MutantBuilder sandbox(UnaryOperator<Sandbox> change) {
        return create((provider, spec) -> change.apply(provider.create(spec)))
                .connect((provider, id) -> change.apply(provider.connect(id)))
                .restore((provider, snapshot, spec) ->
                        change.apply(provider.snapshots().restore(snapshot, spec)));
    }

    /** Claims other capabilities than there are; what the working provider would refuse in a spec is forgotten. */
    public MutantBuilder claiming(UnaryOperator<Capabilities> claims) {
        return provider(working -> new OverclaimingProvider(working, claims));
    }

    /** Claims more capabilities than there are; what the working provider would refuse in a spec is forgotten. */
    public MutantBuilder claiming(Capability... more) {
        return claiming(declared -> OverclaimingProvider.with(declared, more));
    }

    /** Claims a capability, and makes sandboxes in a way that knows it. */
    public MutantBuilder claiming(Capability more, BiFunction<SandboxProvider, SandboxSpec, Sandbox> create) {
        return provider(working -> new ForwardingSandboxProvider(working) {
            @Override
            public Capabilities capabilities() {
                return OverclaimingProvider.with(provider().capabilities(), more);
            }

            @Override
            public Sandbox create(SandboxSpec spec) {
                return create.apply(provider(), spec);
            }
        });
    }
}
