package dev.sandboxed.provider.oci.internal.network;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.provider.oci.internal.WithEachRuntime;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import org.junit.jupiter.api.BeforeEach;

/** A provider for every test, where the program for the full network is there as well. */
abstract class WithFullNetwork extends WithEachRuntime {

    WithFullNetwork(Kind kind) {
        super(kind);
    }

    @BeforeEach
    void needTheCarrier() {
        assumeTrue(
                provider.capabilities().has(Capability.NETWORK_FULL),
                "there is nothing to make a network with; apt-get install slirp4netns nftables iproute2");
    }

    static SandboxSpecBuilder full() {
        return SandboxSpec.builder().network(Network.FULL);
    }
}
