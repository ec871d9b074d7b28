package dev.sandboxed.provider.docker.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.docker.internal.engine.EngineAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The networks of the engine, as sandboxes have them where no rooms can be made around containers. */
class NetworkTests extends EngineTest {

    private static final int PORT = 8080;
    private static final String SERVE = "nc -ll -p " + PORT + " -e echo hello > /dev/null 2>&1 &";

    @Override
    protected Map<String, String> settings() {
        return Map.of("slirp4netns", state.resolve("missing").toString());
    }

    @BeforeEach
    void requireANetwork() {
        assumeTrue(provider.capabilities().has(Capability.NETWORK_FULL), "the default runtime has a network");
    }

    private static SandboxSpec in(String network) {
        return SandboxSpec.builder()
                .network(Network.FULL)
                .option("network", network)
                .build();
    }

    private static void awaitHello(Sandbox from, String host) {
        await().untilAsserted(() -> assertThat(from.shell("nc -w 2 " + host + " " + PORT + " < /dev/null")
                        .stdout())
                .isEqualTo("hello\n"));
    }

    @Test
    void twoSandboxesOnOneNetworkReachEachOtherByName() {
        String network = "sandboxed-tests-" + UUID.randomUUID();
        String id = client().createNetworkCmd().withName(network).exec().getId();
        try (Sandbox first = provider.create(in(network));
                Sandbox second = provider.create(in(network));
                Sandbox outsider = provider.create(SandboxSpec.defaults())) {
            first.shell(SERVE);
            second.shell(SERVE);

            awaitHello(second, first.id());
            awaitHello(first, second.id());
            assertThat(outsider.shell("nc -w 2 " + first.id() + " " + PORT + " < /dev/null")
                            .succeeded())
                    .isFalse();
        } finally {
            client().removeNetworkCmd(id).exec();
        }
    }

    @Test
    void aNetworkThatDoesNotExistIsRefusedByItsName() {
        assertThatThrownBy(() -> provider.create(in("sandboxed-tests-nowhere")))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("sandboxed-tests-nowhere");
    }

    @Test
    void aNetworkIsNotJoinedByASandboxThatAsksForNone() {
        SandboxSpec contradiction = SandboxSpec.builder()
                .network(Network.NONE)
                .option("network", "bridge")
                .build();

        assertThatThrownBy(() -> provider.create(contradiction))
                .isInstanceOfSatisfying(SandboxStartException.class, e -> {
                    assertThat(e.what()).contains("'bridge'").contains("none");
                    assertThat(e.remedy().orElseThrow()).contains("Network.FULL");
                });
        assertThatThrownBy(() -> provider.create(
                        SandboxSpec.builder().option("network", "bridge").build()))
                .isInstanceOf(SandboxStartException.class);
    }

    @Test
    void theNetworkOfTheHostOrOfAnotherContainerCannotBeJoined() {
        for (String network : Set.of("host", "container:any")) {
            assertThatThrownBy(() -> provider.create(in(network)).close())
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("'" + network + "'");
        }
    }

    @Test
    void anExposedPortIsReachedFromTheHostAndOnlyFromThere() {
        SandboxSpec exposing = SandboxSpec.builder()
                .network(NetworkPolicy.of(Network.FULL).exposing(PORT))
                .build();
        try (Sandbox sandbox = provider.create(exposing)) {
            sandbox.shell(SERVE);
            InetSocketAddress endpoint = sandbox.endpoint(PORT);

            await().ignoreExceptions()
                    .untilAsserted(() -> assertThat(read(endpoint)).isEqualTo("hello\n"));
            assertThatThrownBy(() -> sandbox.endpoint(PORT + 1)).isInstanceOf(IllegalArgumentException.class);
            if (engine.address() instanceof EngineAddress.Unix) {
                assertThat(boundTo(sandbox)).isEqualTo("127.0.0.1");
            }
        }
    }

    private static String read(InetSocketAddress address) throws IOException {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private String boundTo(Sandbox sandbox) {
        Ports.Binding[] bindings =
                inspect(sandbox).getNetworkSettings().getPorts().getBindings().get(ExposedPort.tcp(PORT));
        assertThat(bindings).hasSize(1);
        return bindings[0].getHostIp();
    }

    @Test
    void portsOfASandboxWithoutANetworkAreRefusedWithTheRemedy() {
        SandboxSpec unreachable = SandboxSpec.builder()
                .network(NetworkPolicy.of(Network.NONE).exposing(PORT))
                .build();

        assertThatThrownBy(() -> provider.create(unreachable))
                .isInstanceOfSatisfying(UnsupportedCapabilityException.class, e -> {
                    assertThat(e.what()).contains(String.valueOf(PORT));
                    assertThat(e.remedy().orElseThrow()).contains("Network.FULL");
                });
    }
}
