package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.hostile.HostileSet;

@NeedsProot
class ProotHostileTests extends HostileSet {

    @Override
    public SandboxProviderFactory factory() {
        return new ProotProviderFactory();
    }
}
