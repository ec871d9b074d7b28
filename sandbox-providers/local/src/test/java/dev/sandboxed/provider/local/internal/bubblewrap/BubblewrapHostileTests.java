package dev.sandboxed.provider.local.internal.bubblewrap;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.hostile.HostileSet;

/** Held to what it declares; that it has no privileges either is in {@link HostileCodeTests}. */
@NeedsBubblewrap
class BubblewrapHostileTests extends HostileSet {

    @Override
    public SandboxProviderFactory factory() {
        return new BubblewrapProviderFactory();
    }
}
