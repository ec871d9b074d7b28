package dev.sandboxed.mutants;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** The usual ways to break a provider. Each of the last methods gives the finished mutant. */
public final class MutantBuilder {

    private final String name;
    private final Map<String, String> breaks = new LinkedHashMap<>();

    MutantBuilder(String name) {
        this.name = name;
    }

    /** Say which clause is broken, and some words that the failure's message must have in it. */
    public MutantBuilder breaks(String clause, String words) {
        breaks.put(clause, words);
        return this;
    }

    /** Break it at the root: how it is opened. */
    public Mutant opening(Mutant.Mutation mutation) {
        return new Mutant(name, breaks, mutation);
    }

    /** Break the provider. */
    public Mutant provider(UnaryOperator<SandboxProvider> change) {
        return opening((working, context) -> change.apply(working.open(context)));
    }

    /** Break what listeners are told. */
    public Mutant listener(UnaryOperator<SandboxListener> change) {
        return opening((working, context) -> working.open(context.withListener(change.apply(context.listener()))));
    }

    /** Break the spec before the provider sees it; the sandbox still tells the one that was asked for. */
    public Mutant spec(UnaryOperator<SandboxSpec> change) {
        return provider(working -> new ForwardingSandboxProvider(working) {
            @Override
            public Sandbox create(SandboxSpec asked) {
                return new ForwardingSandbox(provider().create(change.apply(asked))) {
                    @Override
                    public SandboxSpec spec() {
                        return asked;
                    }
                };
            }
        });
    }

    /** Break every sandbox, however it was made. */
    public Mutant sandbox(UnaryOperator<Sandbox> change) {
        return provider(working -> new ForwardingSandboxProvider(working) {
            @Override
            public Sandbox create(SandboxSpec spec) {
                return change.apply(provider().create(spec));
            }

            @Override
            public Sandbox connect(String id) {
                return change.apply(provider().connect(id));
            }

            @Override
            public Snapshots snapshots() {
                return restoring(provider().snapshots(), change);
            }
        });
    }

    /** Break how commands are run to their end. */
    public Mutant exec(BiFunction<Sandbox, Command, ExecResult> change) {
        return sandbox(working -> new ForwardingSandbox(working) {
            @Override
            public ExecResult exec(Command command) {
                return change.apply(sandbox(), command);
            }
        });
    }

    /** Break commands before they are run to their end; the result still tells the one that was asked for. */
    public Mutant command(UnaryOperator<Command> change) {
        return exec((sandbox, asked) -> {
            ExecResult run = sandbox.exec(change.apply(asked));
            return new ExecResult(asked, run.ending(), run.out(), run.err(), run.duration(), run.ranIn());
        });
    }

    /** Break the results of commands. */
    public Mutant result(UnaryOperator<ExecResult> change) {
        return exec((sandbox, command) -> change.apply(sandbox.exec(command)));
    }

    /** Break the files of every sandbox. */
    public Mutant files(UnaryOperator<SandboxFiles> change) {
        return sandbox(working -> new ForwardingSandbox(working) {
            @Override
            public SandboxFiles files() {
                return change.apply(sandbox().files());
            }
        });
    }

    /** Claim more than there is: what the working provider would refuse in a spec is forgotten. */
    public Mutant claiming(UnaryOperator<Capabilities> claims) {
        return provider(working -> new OverclaimingProvider(working, claims));
    }

    /** Claim capabilities that are not there. */
    public Mutant claiming(Capability... more) {
        return claiming(declared -> OverclaimingProvider.with(declared, more));
    }

    private static Snapshots restoring(Snapshots snapshots, UnaryOperator<Sandbox> change) {
        return new Snapshots() {
            @Override
            public List<Snapshot> list(SnapshotFilter filter) {
                return snapshots.list(filter);
            }

            @Override
            public Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
                return change.apply(snapshots.restore(snapshot, spec));
            }

            @Override
            public void delete(Snapshot snapshot) {
                snapshots.delete(snapshot);
            }
        };
    }
}
