package dev.sandboxed.provider.docker.internal.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ProviderStatus.Available;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.network.internal.NetworkTools;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where rooms can be made, a network of the engine is joined by name only, and promises less. */
class EngineNetworkTests extends WithRooms {

    private static final SandboxSpec BRIDGE = SandboxSpec.builder()
            .network(Network.FULL)
            .option("network", "bridge")
            .build();

    @Test
    void aListIsRefusedTogetherWithANetworkOfTheEngine() {
        SandboxSpec contradiction = BRIDGE.toBuilder()
                .network(NetworkPolicy.allowing("203.0.113.7"))
                .build();

        assertThatThrownBy(() -> provider.create(contradiction))
                .isInstanceOfSatisfying(SandboxStartException.class, e -> {
                    assertThat(e.what())
                            .contains("'bridge'")
                            .contains("keep no allow-list")
                            .contains("203.0.113.7");
                    assertThat(e.remedy().orElseThrow()).contains("leave the option out");
                });
    }

    @Test
    void aBandwidthIsRefusedTogetherWithANetworkOfTheEngine() {
        SandboxSpec contradiction = BRIDGE.toBuilder()
                .limits(Limits.builder().bandwidth(DataSize.ofMebibytes(1)).build())
                .build();

        assertThatThrownBy(() -> provider.create(contradiction))
                .isInstanceOfSatisfying(UnsupportedCapabilityException.class, e -> {
                    assertThat(e.capability()).isEqualTo(Capability.LIMIT_BANDWIDTH);
                    assertThat(e.what()).contains("'bridge'");
                });
    }

    @Test
    void aNetworkOfTheEngineIsJoinedAsItIsAndWhatWasTriedThereIsNotKnown() {
        try (Sandbox sandbox = provider.create(BRIDGE)) {
            assertThat(networkOf(sandbox.id())).isEmpty();
            assertThat(inspect(sandbox).getNetworkSettings().getNetworks()).containsKey("bridge");
            assertThatThrownBy(sandbox::networkAttempts)
                    .isInstanceOfSatisfying(UnsupportedCapabilityException.class, e -> {
                        assertThat(e.capability()).isEqualTo(Capability.NETWORK_LOG);
                        assertThat(e.remedy().orElseThrow()).contains("'network'");
                    });
        }
    }

    @Test
    void aContainerInARoomHasNoNetworkOfTheEngine() {
        try (Sandbox sandbox = provider.create(
                with(NetworkPolicy.of(Network.FULL).exposing(8080)).build())) {
            assertThat(inspect(sandbox).getNetworkSettings().getNetworks()).containsOnlyKeys("none");
            assertThat(inspect(sandbox).getHostConfig().getPortBindings().getBindings())
                    .isEmpty();
        }
    }

    @Test
    void aRuntimeWithAKernelOfItsOwnHasNoRooms() {
        assertThat(provider.capabilities().features())
                .containsAll(NetworkTools.Offer.ofRooms().features());
        if (engine.info().runtimes().containsKey("runsc")) {
            SandboxProvider gvisor = open(context -> context.withSettings(Map.of("runtime", "runsc")));
            assertThat(gvisor.capabilities().has(Capability.NETWORK_ALLOWLIST)).isFalse();
            SandboxSpec listed = with(NetworkPolicy.allowing("203.0.113.7"))
                    .option("runtime", "runsc")
                    .build();
            assertThatThrownBy(() -> provider.create(listed)).isInstanceOf(UnsupportedCapabilityException.class);
        }
    }

    @Test
    void withoutTheProgramsTheEngineIsTheNetworkAndTheStatusNamesTheRemedy() {
        SandboxProvider lacking = open(context -> context.withSettings(
                Map.of("slirp4netns", state.resolve("missing").toString())));

        assertThat(lacking.capabilities().has(Capability.NETWORK_ALLOWLIST)).isFalse();
        assertThat(lacking.capabilities().has(Capability.NETWORK_FULL)).isTrue();
        assertThat(network(lacking.status())).contains("engine").contains("apt-get install slirp4netns");
        assertThat(network(provider.status())).contains("a list").contains("slirp4netns");
        try (Sandbox sandbox =
                lacking.create(with(NetworkPolicy.of(Network.FULL)).build())) {
            assertThat(inspect(sandbox).getNetworkSettings().getNetworks()).containsKey("bridge");
        }
    }

    private static String network(ProviderStatus status) {
        assertThat(status).isInstanceOf(Available.class);
        return ((Available) status).details().get("network");
    }
}
