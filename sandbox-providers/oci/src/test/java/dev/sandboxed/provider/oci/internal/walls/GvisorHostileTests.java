package dev.sandboxed.provider.oci.internal.walls;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.hostile.HostileSet;
import dev.sandboxed.provider.oci.internal.GvisorProviderFactory;
import dev.sandboxed.provider.oci.internal.NeedsRuntime;
import dev.sandboxed.provider.oci.internal.kernel.Kind;

@NeedsRuntime(Kind.GVISOR)
class GvisorHostileTests extends HostileSet {

    @Override
    public SandboxProviderFactory factory() {
        return new GvisorProviderFactory();
    }
}
