package dev.sandboxed.provider.oci.walls;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.hostile.HostileSet;
import dev.sandboxed.provider.oci.GvisorProviderFactory;
import dev.sandboxed.provider.oci.NeedsRuntime;
import dev.sandboxed.provider.oci.kernel.Kind;

@NeedsRuntime(Kind.GVISOR)
class GvisorHostileTests extends HostileSet {

    @Override
    public SandboxProviderFactory factory() {
        return new GvisorProviderFactory();
    }
}
