package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.mutants.Mutant;
import dev.sandboxed.mutants.catalog.ClosingMutants.Heard;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Providers that sweep too little or too much. */
final class ReapMutants {

    private ReapMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.named("reaps-nothing")
                        .breaks("REAP-1", "still runs commands")
                        .breaks("REAP-3", "does not name")
                        .provider(working -> new ForwardingSandboxProvider(working) {
                            @Override
                            public ReapReport reap() {
                                return new ReapReport(List.of(), List.of());
                            }
                        }),
                leavesProcesses(),
                Mutant.named("reaps-what-has-not-been-used-yet")
                        .breaks("REAP-2", "of this very process")
                        .provider(ReapMutants::impatient),
                reapsForeign(),
                Mutant.named("does-not-tell-what-it-reaped")
                        .breaks("REAP-3", "does not name")
                        .provider(reporting(report -> new ReapReport(List.of(), report.failures()))),
                Mutant.named("tells-of-what-it-reaped-again-and-again")
                        .breaks("REAP-3", "second `reap`")
                        .provider(working -> {
                            Set<String> all = new LinkedHashSet<>();
                            return reporting(report -> {
                                        all.addAll(report.removed());
                                        return new ReapReport(List.copyOf(all), report.failures());
                                    })
                                    .apply(working);
                        }));
    }

    private static UnaryOperator<SandboxProvider> reporting(UnaryOperator<ReapReport> change) {
        return working -> new ForwardingSandboxProvider(working) {
            @Override
            public ReapReport reap() {
                return change.apply(provider().reap());
            }
        };
    }

    /** Remove files and records of the dead, but not what runs. */
    private static Mutant leavesProcesses() {
        Map<String, Heard> made = new ConcurrentHashMap<>();
        return Mutant.named("leaves-the-processes-of-the-reaped")
                .breaks("REAP-1", "still runs on the host")
                .provider(working -> new ForwardingSandboxProvider(working) {
                    @Override
                    public Sandbox create(SandboxSpec spec) {
                        Heard sandbox = new Heard(provider().create(spec));
                        made.put(sandbox.id(), sandbox);
                        return sandbox;
                    }

                    @Override
                    public ReapReport reap() {
                        ReapReport report = provider().reap();
                        for (String id : report.removed()) {
                            Heard sandbox = made.get(id);
                            if (sandbox != null) {
                                ClosingMutants.haunt(sandbox.words());
                            }
                        }
                        return report;
                    }
                });
    }

    /** Take a sandbox that has run no command yet for one that nobody wants. */
    private static SandboxProvider impatient(SandboxProvider working) {
        Set<Sandbox> unused = ConcurrentHashMap.newKeySet();
        return new ForwardingSandboxProvider(working) {
            @Override
            public Sandbox create(SandboxSpec spec) {
                Sandbox made = new ForwardingSandbox(provider().create(spec)) {
                    @Override
                    public ExecResult exec(Command command) {
                        unused.remove(this);
                        return sandbox().exec(command);
                    }
                };
                unused.add(made);
                return made;
            }

            @Override
            public ReapReport reap() {
                unused.forEach(Sandbox::close);
                return provider().reap();
            }
        };
    }

    /** Take every owner but this process for dead. */
    private static Mutant reapsForeign() {
        Map<Sandbox, Owner> made = new ConcurrentHashMap<>();
        return Mutant.named("reaps-what-others-hold")
                .breaks("REAP-2", "of another process")
                .opening((working, context) -> new ForwardingSandboxProvider(working.open(context)) {
                    @Override
                    public Sandbox create(SandboxSpec spec) {
                        Sandbox sandbox = provider().create(spec);
                        made.put(sandbox, context.owner());
                        return sandbox;
                    }

                    @Override
                    public ReapReport reap() {
                        made.forEach((sandbox, owner) -> {
                            if (owner.isAlive() && !owner.equals(Owner.current())) {
                                sandbox.close();
                            }
                        });
                        return provider().reap();
                    }
                });
    }
}
