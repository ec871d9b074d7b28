package dev.sandboxed.mutants.internal;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Declares what it does not have, and forgets whatever is asked for of it. */
final class OverclaimingProvider extends ForwardingSandboxProvider {

    private final UnaryOperator<Capabilities> claims;

    OverclaimingProvider(SandboxProvider provider, UnaryOperator<Capabilities> claims) {
        super(provider);
        this.claims = claims;
    }

    static Capabilities with(Capabilities declared, Capability... more) {
        Set<Capability> features = EnumSet.noneOf(Capability.class);
        features.addAll(declared.features());
        features.addAll(List.of(more));
        return new Capabilities(declared.isolation(), features, declared.requirements(), declared.startup());
    }

    @Override
    public Capabilities capabilities() {
        return claims.apply(provider().capabilities());
    }

    @Override
    public Sandbox create(SandboxSpec asked) {
        capabilities().require(asked.requiredCapabilities(), name());
        return claimed(provider().create(possible(asked)), asked);
    }

    @Override
    public Snapshots snapshots() {
        Snapshots working = provider().snapshots();
        return new ChangedSnapshots(
                working::list,
                (snapshot, asked) -> claimed(working.restore(snapshot, possible(asked)), asked),
                working::delete);
    }

    private Sandbox claimed(Sandbox made, SandboxSpec asked) {
        return new ForwardingSandbox(made) {
            @Override
            public SandboxSpec spec() {
                return asked;
            }

            @Override
            public SandboxInfo info() {
                return Changed.isolation(sandbox().info(), capabilities().isolation());
            }
        };
    }

    /** Returns a spec without whatever the working provider would refuse. */
    private SandboxSpec possible(SandboxSpec asked) {
        List<Capability> missing = provider().capabilities().missing(new ArrayList<>(asked.requiredCapabilities()));
        if (missing.isEmpty()) {
            return asked;
        }
        SandboxSpecBuilder builder = SandboxSpec.builder()
                .workdir(asked.workdir())
                .env(asked.env())
                .limits(possible(asked.limits(), missing))
                .startupTimeout(asked.startupTimeout());
        asked.secrets().forEach(builder::secret);
        asked.seedFiles().forEach(builder::seed);
        asked.labels().forEach(builder::label);
        asked.timeToLive().ifPresent(builder::timeToLive);
        return builder.build();
    }

    private static Limits possible(Limits asked, List<Capability> missing) {
        Limits.Builder kept = Limits.builder();
        if (!missing.contains(Capability.LIMIT_FILES)) {
            asked.openFiles().ifPresent(kept::openFiles);
        }
        if (!missing.contains(Capability.LIMIT_ADDRESS_SPACE)) {
            asked.addressSpace().ifPresent(kept::addressSpace);
        }
        if (!missing.contains(Capability.LIMIT_CPU_TIME)) {
            asked.cpuTime().ifPresent(kept::cpuTime);
        }
        return kept.build();
    }
}
