package dev.sandboxed.provider.oci.internal.walls;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.hostile.HostileSet;
import dev.sandboxed.provider.oci.internal.NeedsRuntime;
import dev.sandboxed.provider.oci.internal.RuncProviderFactory;
import dev.sandboxed.provider.oci.internal.kernel.Kind;

@NeedsRuntime(Kind.RUNC)
class RuncHostileTests extends HostileSet {

    @Override
    public SandboxProviderFactory factory() {
        return new RuncProviderFactory();
    }
}
