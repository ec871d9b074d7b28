package dev.sandboxed.provider.local.internal.subprocess;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.hostile.HostileSet;

/** Scripts that a host survives however far they come; what they leave is removed. */
class SubprocessHostileTests extends HostileSet {

    @Override
    public SandboxProviderFactory factory() {
        return new SubprocessProviderFactory();
    }
}
