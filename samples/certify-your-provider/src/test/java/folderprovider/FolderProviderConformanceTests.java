package folderprovider;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;

/** The whole provider contract, one test for each clause. */
class FolderProviderConformanceTests extends ProviderConformance {

    @Override
    public SandboxProviderFactory factory() {
        return new FolderProviderFactory();
    }
}
