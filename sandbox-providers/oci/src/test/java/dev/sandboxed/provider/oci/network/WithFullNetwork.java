package dev.sandboxed.provider.oci.network;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.process.posix.HostPlatform;
import dev.sandboxed.provider.oci.OciProvider;
import dev.sandboxed.provider.oci.bundle.Kind;
import dev.sandboxed.provider.oci.container.RuntimeProgram;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A provider for every test, where the programs for the full network are there. Whether they work is not asked: one that is
 * there and does not is a failure.
 */
abstract class WithFullNetwork {

    @TempDir
    Path state;

    final Kind kind;
    OciProvider provider;

    WithFullNetwork(Kind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void openProvider() {
        provider = new OciProvider(kind, ProviderContext.in(state));
        assumeTrue(HostPlatform.isRoot(), "it takes root to make a network namespace");
        assumeTrue(isInstalled(), "there is none of " + kind.programs());
        assumeTrue(
                provider.capabilities().has(Capability.NETWORK_FULL),
                "there is no slirp4netns; apt-get install slirp4netns");
    }

    private boolean isInstalled() {
        try {
            return RuntimeProgram.find(kind, ProviderContext.in(state)).kind() == kind;
        } catch (ProviderUnavailableException e) {
            return false;
        }
    }

    @AfterEach
    void closeProvider() {
        provider.close();
    }

    static SandboxSpecBuilder full() {
        return SandboxSpec.builder().network(Network.FULL);
    }
}
