package dev.sandboxed.serve.internal.e2b.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.serve.internal.web.HttpError;
import dev.sandboxed.serve.internal.web.Json;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkWishTests {

    private static final Capabilities ALL = Capabilities.of(
            Isolation.CONTAINER, Capability.NETWORK_NONE, Capability.NETWORK_FULL, Capability.NETWORK_ALLOWLIST);

    @Test
    void whoAsksForTheInternetGetsItWhereTheProviderHasIt() throws Exception {
        assertThat(policy(true, "{}", Optional.empty(), ALL)).contains(NetworkPolicy.of(Network.FULL));
        assertThat(policy(true, "{}", Optional.empty(), Capabilities.of(Isolation.CONTAINER)))
                .isEmpty();
    }

    @Test
    void whatTheServerWasStartedWithIsNeverWidened() throws Exception {
        assertThat(policy(true, "{}", Optional.of(NetworkPolicy.of(Network.NONE)), ALL))
                .isEmpty();
    }

    @Test
    void noInternetIsNoneInEitherSpelling() throws Exception {
        assertThat(policy(false, "{}", Optional.empty(), ALL)).contains(NetworkPolicy.of(Network.NONE));
        assertThat(policy(true, "{\"denyOut\":[\"0.0.0.0/0\"]}", Optional.empty(), ALL))
                .contains(NetworkPolicy.of(Network.NONE));
    }

    @Test
    void namesAndAddressesAreAnAllowList() throws Exception {
        String network = "{\"allowOut\":[\"a.example\",\"10.0.0.0/8\"],\"denyOut\":[\"0.0.0.0/0\"]}";

        assertThat(policy(true, network, Optional.empty(), ALL))
                .contains(NetworkPolicy.allowing("a.example", "10.0.0.0/8"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"denyOut\":[\"10.0.0.0/8\"]}",
                "{\"allowOut\":[\"a.example\"]}",
                "{\"allowOut\":[\"2001:db8::/32\"],\"denyOut\":[\"0.0.0.0/0\"]}",
                "{\"allowOut\":[\"host.sandboxed.internal:80\"],\"denyOut\":[\"0.0.0.0/0\"]}",
                "{\"egressProxy\":{\"address\":\"x\"}}",
                "{\"egressProxy\":\"x\"}",
                "{\"rules\":{\"a.example\":[]}}",
                "{\"rules\":7}",
                "{\"maskRequestHost\":\"x\"}",
                "{\"allowPublicTraffic\":false}",
                "{\"allowOut\":\"a.example\"}"
            })
    void whatCannotBeHeldToIsRefused(String network) {
        assertThatThrownBy(() -> policy(true, network, Optional.empty(), ALL))
                .isInstanceOfSatisfying(
                        HttpError.class, error -> assertThat(error.status()).isEqualTo(400));
    }

    private static Optional<NetworkPolicy> policy(
            boolean internet, String network, Optional<NetworkPolicy> base, Capabilities capabilities)
            throws Exception {
        return NetworkWish.of(internet, new Body(Json.read(network.getBytes(StandardCharsets.UTF_8))))
                .policy(base, capabilities, "some");
    }
}
