package dev.sandboxed.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import dev.sandboxed.linux.internal.network.NetworkNamespace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The device for a machine in a room. No machine is here: somebody on the same bridge is where it would be. */
@Timeout(120)
class AttachingTests {

    private static final int USER = 4711;

    @RegisterExtension
    static final Internet INTERNET = new Internet();

    private static NetworkRoom attached(NetworkPolicy policy) throws IOException {
        NetworkRoom room = Rooms.open(Rooms.plan(policy, INTERNET.names()));
        room.attach(USER);
        return room;
    }

    @Test
    void theDeviceIsForOneUserAndTheNamespaceItselfHasNoAddress() throws IOException {
        try (NetworkRoom room = attached(Rooms.FULL)) {
            assertThat(Rooms.run(room, "ip", "-details", "link", "show", "dev", LinkedNamespaces.MACHINE)
                            .stdout())
                    .contains("mtu 65520", "master bridge", "UP", "type tap", "persist on user " + USER);
            assertThat(Rooms.run(room, "ip", "-details", "link", "show", "dev", "bridge")
                            .stdout())
                    .as("it remembers no senders, whose names anybody can make up")
                    .contains("ageing_time 0 ");
            assertThat(Rooms.run(room, "ip", "-brief", "address").stdout())
                    .doesNotContain(LinkedNamespaces.INNER_ADDRESS);
            assertThat(Rooms.run(room, "ip", "route").stdout()).isEmpty();
        }
    }

    @Test
    void whoHasTheAddressThereIsFilteredAsEver() throws IOException {
        try (NetworkRoom room = attached(NetworkPolicy.allowing(Internet.FAR))) {
            Rooms.run(room, "ip", "address", "add", LinkedNamespaces.INNER_ADDRESS + "/30", "dev", "bridge");
            Rooms.run(room, "ip", "route", "add", "default", "via", LinkedNamespaces.OUTER_ADDRESS);
            Visitor visitor = new Visitor(new NetworkNamespace(room.namespace()));

            assertThat(visitor.connect(Internet.FAR, Internet.PORT)).isEqualTo(Internet.FAR);
            assertThat(visitor.connect(Internet.OTHER, Internet.PORT)).startsWith("failed");
        }
    }

    @Test
    void theOuterEndIsTheSameInEachRoomForAMachineThatRemembersIt() throws IOException {
        try (NetworkRoom room = attached(Rooms.FULL)) {
            Rooms.run(room, "ip", "address", "add", LinkedNamespaces.INNER_ADDRESS + "/30", "dev", "bridge");
            new Visitor(new NetworkNamespace(room.namespace())).connect(LinkedNamespaces.OUTER_ADDRESS, Internet.PORT);

            assertThat(Rooms.run(room, "ip", "neighbour", "show", LinkedNamespaces.OUTER_ADDRESS)
                            .stdout())
                    .contains("06:00:a9:fe:53:01");
        }
    }

    /** The kernel has one table of neighbours for all namespaces, the host's included, and who forges senders would fill it. */
    @Test
    void whoClaimsAnAddressThatIsNotThereIsNotAnswered() throws IOException {
        String claimed = "10.9.9.9";
        try (NetworkRoom room = attached(Rooms.FULL)) {
            Rooms.run(room, "ip", "address", "add", claimed + "/32", "dev", "bridge");
            Rooms.run(room, "ip", "route", "add", LinkedNamespaces.OUTER_ADDRESS, "dev", "bridge");
            try (DatagramChannel channel = new NetworkNamespace(room.namespace()).call(DatagramChannel::open)) {
                channel.bind(new InetSocketAddress(claimed, 0));
                channel.send(ByteBuffer.allocate(1), new InetSocketAddress(LinkedNamespaces.OUTER_ADDRESS, 9));
            }

            await().until(() -> Rooms.run(room, "ip", "neighbour", "show", LinkedNamespaces.OUTER_ADDRESS)
                    .stdout()
                    .contains("FAILED"));
        }
    }

    @Test
    void aSecondMachineIsRefusedWithWhatTheKernelSays() throws IOException {
        try (NetworkRoom room = attached(Rooms.FULL)) {
            assertThatThrownBy(() -> room.attach(USER))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("exists")
                    .hasMessageContaining("modprobe");
        }
    }
}
