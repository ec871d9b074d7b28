package dev.sandboxed.serve.internal.direct;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.serve.supply.SandboxSupply;
import java.util.List;
import java.util.Optional;

/**
 * Has every sandbox made when it is asked for.
 *
 * @param providers who makes them
 */
public record DirectSupply(List<SandboxProvider> providers) implements SandboxSupply {

    public DirectSupply {
        providers = List.copyOf(providers);
    }

    @Override
    public boolean makesAhead() {
        return false;
    }

    @Override
    public Sandbox take(String client, SandboxProvider provider, SandboxSpec spec, Optional<Snapshot> from) {
        return from.isEmpty() ? provider.create(spec) : provider.snapshots().restore(from.get(), spec);
    }

    @Override
    public void expect(String client, SandboxProvider provider, List<SandboxSpec> next) {
        // Nothing is made ahead here, and a hint may be passed over.
    }

    @Override
    public void forget(String client) {
        // Nothing was taken down of it.
    }
}
