package folderprovider;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.hostile.HostileSet;

/** Scripts that mean harm. The host survives them, and nothing of them is left. */
class FolderProviderHostileTests extends HostileSet {

    @Override
    public SandboxProviderFactory factory() {
        return new FolderProviderFactory();
    }
}
