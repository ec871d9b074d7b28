package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Mutant.mutant;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.mutants.internal.MutantBuilder;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Providers that sweep too little or too much. */
final class ReapMutants {

    private ReapMutants() {}

    static List<MutantBuilder> all() {
        Heartbeats heartbeats = new Heartbeats();
        Set<String> told = new LinkedHashSet<>();
        Map<String, Sandbox> unused = new ConcurrentHashMap<>();
        return List.of(
                mutant("reaps-nothing", "REAP-1", "still runs commands")
                        .breaks("REAP-3", "does not name")
                        .reap(provider -> new ReapReport(List.of(), List.of())),
                // It removes files and records of the dead, but not what runs.
                mutant("leaves-the-processes-of-the-reaped", "REAP-1", "still runs on the host")
                        .exec(heartbeats::exec)
                        .reap(provider -> {
                            ReapReport report = provider.reap();
                            report.removed().forEach(heartbeats::haunt);
                            return report;
                        }),
                // It takes a sandbox that has run no command yet for one that nobody wants.
                mutant("reaps-what-has-not-been-used-yet", "REAP-2", "of this very process")
                        .remembering(unused)
                        .exec((sandbox, command) -> {
                            unused.remove(sandbox.id());
                            return sandbox.exec(command);
                        })
                        .reap(provider -> {
                            unused.values().stream()
                                    .filter(sandbox -> sandbox.info().owner().equals(Owner.current()))
                                    .forEach(Sandbox::close);
                            return provider.reap();
                        }),
                reapsForeign(),
                mutant("does-not-tell-what-it-reaped", "REAP-3", "does not name")
                        .reap(provider ->
                                new ReapReport(List.of(), provider.reap().failures())),
                mutant("tells-of-what-it-reaped-again-and-again", "REAP-3", "second `reap`")
                        .reap(provider -> {
                            ReapReport report = provider.reap();
                            told.addAll(report.removed());
                            return new ReapReport(List.copyOf(told), report.failures());
                        }));
    }

    /** Takes every owner but this process for dead. */
    private static MutantBuilder reapsForeign() {
        Map<Sandbox, Owner> made = new ConcurrentHashMap<>();
        return mutant("reaps-what-others-hold", "REAP-2", "of another process")
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
