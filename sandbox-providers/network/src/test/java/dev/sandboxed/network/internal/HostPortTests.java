package dev.sandboxed.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.NetworkAttempt.Kind;
import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.api.spec.NetworkPolicy;
import java.io.IOException;
import java.net.ServerSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
class HostPortTests {

    private static final String ROOM = "169.254.83.1";
    private static final String LOOPBACK = "127.0.0.1";
    private static final String HOST = AllowedHost.LOOPBACK_OF_HOST;

    @RegisterExtension
    static final Internet INTERNET = new Internet();

    private int port;
    private int other;

    /** Two services that listen on the loopback of the host, and say so. */
    @BeforeEach
    void serve() throws IOException {
        INTERNET.served.set(0);
        port = freePort();
        other = freePort();
        INTERNET.serve(LOOPBACK, port);
        INTERNET.serve(LOOPBACK, other);
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private static NetworkRoom allowing(String... hosts) throws IOException {
        return Rooms.open(Rooms.plan(NetworkPolicy.allowing(hosts), INTERNET.names()));
    }

    @Test
    void aPortOfTheHostThatIsOnTheListIsReachedByItsNameAndNoOtherPortIs() throws IOException {
        try (NetworkRoom room = allowing(HOST + ":" + port)) {
            Visitor visitor = new Visitor(room);

            assertThat(visitor.ask(HOST)).containsExactly(ROOM);
            assertThat(visitor.connect(ROOM, port)).isEqualTo(LOOPBACK);
            assertThat(visitor.connect(ROOM, other)).startsWith("failed: Connection refused");
            assertThat(visitor.connect(LOOPBACK, port)).startsWith("failed: Connection refused");
            assertThat(visitor.send(ROOM, port, "packet")).startsWith("failed: ");
            assertThat(INTERNET.served).hasValue(1);
        }
    }

    @Test
    void whatIsReachedThereIsTold() throws IOException {
        try (NetworkRoom room = allowing(HOST + ":" + port)) {
            Visitor visitor = new Visitor(room);
            visitor.ask(HOST);
            visitor.connect(ROOM, port);
            visitor.connect(ROOM, other);

            assertThat(room.attempts())
                    .filteredOn(attempt -> attempt.kind() == Kind.TCP && attempt.port() == port)
                    .singleElement()
                    .satisfies(reached -> {
                        assertThat(reached.allowed()).isTrue();
                        assertThat(reached.host()).isEqualTo(HOST);
                        assertThat(reached.bytes()).isGreaterThan(100);
                    });
            assertThat(room.attempts())
                    .filteredOn(attempt -> attempt.port() == other)
                    .singleElement()
                    .matches(refused -> !refused.allowed());
            assertThat(room.attempts())
                    .filteredOn(attempt -> attempt.kind() == Kind.NAME)
                    .extracting(NetworkAttempt::host, NetworkAttempt::allowed)
                    .containsExactly(tuple(HOST, true));
        }
    }

    @Test
    void withoutAnEntryNeitherTheNameNorAWildcardAroundItLeadsThere() throws IOException {
        try (NetworkRoom room = allowing("*.sandboxed.internal", "*.internal:" + port, "allowed.example")) {
            Visitor visitor = new Visitor(room);

            assertThat(visitor.ask(HOST)).containsExactly("NXDOMAIN");
            assertThat(visitor.connect(ROOM, port)).startsWith("failed: Connection refused");
            assertThat(INTERNET.served).hasValue(0);
        }
    }

    @Test
    void aPortAtWhichNothingListensEndsTheConnectionAndWhatListensLaterIsReached() throws IOException {
        int late = freePort();
        try (NetworkRoom room = allowing(HOST + ":" + late)) {
            Visitor visitor = new Visitor(room);
            assertThat(visitor.connect(ROOM, late))
                    .satisfiesAnyOf(
                            said -> assertThat(said).isEmpty(),
                            said -> assertThat(said).startsWith("failed: "));

            INTERNET.serve(LOOPBACK, late);

            assertThat(visitor.connect(ROOM, late)).isEqualTo(LOOPBACK);
        }
    }

    @Test
    void thePortOfTheResolverIsRefusedWithTheReason() {
        RoomPlan plan = Rooms.plan(NetworkPolicy.allowing(HOST + ":53"), INTERNET.names());

        assertThatThrownBy(plan::requireReachable)
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'host.sandboxed.internal:53' is on the allow-list")
                .hasMessageContaining("listen on another port");
    }
}
