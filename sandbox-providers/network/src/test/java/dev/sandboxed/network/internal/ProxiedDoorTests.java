package dev.sandboxed.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.event.NetworkAttempt.Kind;
import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.Secret;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

@Timeout(60)
class ProxiedDoorTests {

    private static final String FIRST = "169.254.83.8";
    private static final String SECOND = "169.254.83.9";
    private static final String API = "http://api.example:8080";
    private static final NetworkPolicy LIST =
            NetworkPolicy.allowing("api.example:8080", "other.example", "plain.example", "tls.example");

    @RegisterExtension
    static final Internet INTERNET = new Internet();

    @BeforeEach
    void name() {
        INTERNET.served.set(0);
        INTERNET.name("api.example", Internet.ALLOWED);
        INTERNET.name("other.example", Internet.OTHER);
        INTERNET.name("plain.example", Internet.FAR);
    }

    private static Credential key(String service) {
        return Credential.of(service, "X-Key", Secret.of("key-of-" + service.replaceAll("[^a-z]", "")));
    }

    private static NetworkRoom open(NetworkPolicy policy, String... services) throws IOException {
        List<Credential> all = new ArrayList<>();
        for (String service : services) {
            all.add(key(service));
        }
        RoomPlan plan = Rooms.plan(policy, INTERNET.names(), all);
        plan.requireReachable();
        return Rooms.open(plan);
    }

    @Test
    void aServiceWithCredentialsIsAnsweredForInTheRoomAndCalledFromThere() throws IOException {
        try (NetworkRoom room = open(LIST, API)) {
            Visitor visitor = new Visitor(room);

            assertThat(visitor.ask("api.example")).containsExactly(FIRST);
            assertThat(visitor.connect(FIRST, 8080))
                    .isEqualTo("http://api.example:8080 key-of-httpapiexample " + Internet.ALLOWED);
            assertThat(room.attempts())
                    .filteredOn(attempt -> attempt.kind() == Kind.TCP)
                    .singleElement()
                    .satisfies(reached -> {
                        assertThat(reached.host()).isEqualTo("api.example");
                        assertThat(reached.port()).isEqualTo(8080);
                        assertThat(reached.allowed()).isTrue();
                        assertThat(reached.bytes()).isGreaterThan(100);
                    });
        }
    }

    @Test
    void eachHostHasADoorOfItsOwnAndThoseWithoutCredentialsAreReachedAsEver() throws IOException {
        try (NetworkRoom room = open(LIST, API, "http://other.example:8080")) {
            Visitor visitor = new Visitor(room);

            assertThat(visitor.ask("other.example")).containsExactly(SECOND);
            assertThat(visitor.connect(SECOND, 8080)).contains("key-of-httpotherexample " + Internet.OTHER);
            assertThat(visitor.ask("plain.example")).containsExactly(Internet.FAR);
            assertThat(visitor.connect(Internet.FAR, 8080)).isEqualTo(Internet.FAR);
        }
    }

    @Test
    void nothingButItsDoorLeadsToAServiceWithCredentials() throws IOException {
        try (NetworkRoom room = open(LIST, API)) {
            Visitor visitor = new Visitor(room);
            visitor.ask("api.example");

            assertThat(visitor.connect(Internet.ALLOWED, 8080)).startsWith("failed: Connection refused");
            assertThat(visitor.connect(FIRST, 8081)).startsWith("failed: Connection refused");
            assertThat(visitor.connect(SECOND, 8080)).startsWith("failed: Connection refused");
            assertThat(visitor.send(FIRST, 8080, "packet")).startsWith("failed: ");
            assertThat(INTERNET.served).hasValue(0);
        }
    }

    @Test
    void noRecordOfAServiceWithCredentialsLeadsPastItsDoorWhereTheNetworkIsFull() throws IOException {
        try (NetworkRoom room = open(Rooms.FULL, API)) {
            Visitor visitor = new Visitor(room);

            assertThat(visitor.ask("api.example")).containsExactly(FIRST);
            assertThat(visitor.ask("api.example", Type.HTTPS, DClass.IN).getRcode())
                    .isEqualTo(Rcode.NOERROR);
            assertThat(visitor.ask("api.example", Type.HTTPS, DClass.IN).getSection(Section.ANSWER))
                    .isEmpty();
            assertThat(visitor.connect(FIRST, 8080)).endsWith(Internet.ALLOWED);
        }
    }

    @Test
    void aServiceThatLeadsIntoAPrivateNetworkIsNotFollowedWithTheKey() throws IOException {
        INTERNET.name("api.example", "10.1.2.3", "127.0.0.1", "169.254.169.254");
        try (NetworkRoom room = open(LIST, API)) {
            Visitor visitor = new Visitor(room);
            visitor.ask("api.example");

            assertThat(visitor.connect(FIRST, 8080)).contains("failed: api.example has no address that may be reached");
        }
    }

    @Test
    void anAddressThatIsListedAtAnotherPortIsNotFollowedWithTheKey() throws IOException {
        INTERNET.name("api.example", "10.1.2.3");
        NetworkPolicy mirror = NetworkPolicy.allowing("api.example:8080", "10.1.2.3:443");
        try (NetworkRoom room = open(mirror, API)) {
            Visitor visitor = new Visitor(room);
            visitor.ask("api.example");

            assertThat(visitor.connect(FIRST, 8080)).endsWith("failed: api.example has no address that may be reached");
        }
    }

    @Test
    void withAFullNetworkAServiceIsNotFollowedToTheHostsLoopbackNorToMetadata() throws IOException {
        INTERNET.name("api.example", "127.0.0.1");
        INTERNET.name("other.example", "169.254.169.254");
        try (NetworkRoom room = open(Rooms.FULL, API, "http://other.example:8080")) {
            Visitor visitor = new Visitor(room);
            visitor.ask("api.example");
            visitor.ask("other.example");

            assertThat(visitor.connect(FIRST, 8080)).contains("failed: api.example has no address that may be reached");
            assertThat(visitor.connect(SECOND, 8080))
                    .contains("failed: other.example has no address that may be reached");
            assertThat(INTERNET.served).hasValue(0);
        }
    }

    @Test
    void aServiceAtTheUsualPortOfTlsIsReachedWithoutTlsInsideAsWell() throws IOException {
        INTERNET.name("tls.example", Internet.ALLOWED);
        try (NetworkRoom room = open(LIST, "https://tls.example")) {
            Visitor visitor = new Visitor(room);
            visitor.ask("tls.example");

            assertThat(visitor.connect(FIRST, 443)).startsWith("https://tls.example encrypted key-of-httpstlsexample");
            assertThat(visitor.connect(FIRST, 80)).startsWith("https://tls.example key-of-httpstlsexample");
        }
    }

    @Test
    void aPortOfTheHostsLoopbackCanHaveCredentialsBesideOneWithout() throws IOException {
        int with = freePort();
        int without = freePort();
        INTERNET.serve("127.0.0.1", with);
        INTERNET.serve("127.0.0.1", without);
        String host = AllowedHost.LOOPBACK_OF_HOST;
        try (NetworkRoom room =
                open(NetworkPolicy.allowing(host + ":" + with, host + ":" + without), "http://" + host + ":" + with)) {
            Visitor visitor = new Visitor(room);

            assertThat(visitor.ask(host)).containsExactly("169.254.83.1");
            assertThat(visitor.connect("169.254.83.1", with))
                    .contains("key-of-")
                    .endsWith("127.0.0.1");
            assertThat(visitor.connect("169.254.83.1", without)).isEqualTo("127.0.0.1");
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    @Test
    void oneHostAtOnePortIsOneService() {
        assertThatThrownBy(() -> open(LIST, "http://tls.example:443", "https://tls.example"))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("http://tls.example:443 and for https://tls.example")
                .hasMessageContaining("one port of one host");
    }

    @Test
    void moreHostsThanHaveAddressesAreRefused() {
        String[] many = new String[ProxiedServices.MOST_HOSTS + 1];
        for (int i = 0; i < many.length; i++) {
            many[i] = "http://host" + i + ".example";
        }
        assertThatThrownBy(() -> open(Rooms.FULL, many))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("201 hosts");
    }
}
