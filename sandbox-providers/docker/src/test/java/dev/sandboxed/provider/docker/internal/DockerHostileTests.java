package dev.sandboxed.provider.docker.internal;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.hostile.HostileSet;
import java.util.Map;

/** In an image with BusyBox: the scripts have no other tools there. */
@NeedsDocker
class DockerHostileTests extends HostileSet {

    @Override
    public SandboxProviderFactory factory() {
        return new DockerProviderFactory();
    }

    @Override
    public Map<String, String> settings() {
        return Map.of(DockerOptions.RUNTIME, "runc");
    }
}
