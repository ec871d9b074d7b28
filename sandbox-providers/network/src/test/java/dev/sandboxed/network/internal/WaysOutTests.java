package dev.sandboxed.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.process.HostTool;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Message;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/** Ways around a list with one name, each tried by somebody who is root inside, and who may do anything to his own network. */
@Timeout(120)
class WaysOutTests {

    @RegisterExtension
    static final Internet INTERNET = new Internet();

    private static final String LIST = "allowed.example:8080";

    private final AtomicInteger callersOfLoopback = new AtomicInteger();
    private NetworkRoom room;
    private Visitor visitor;
    private ServerSocket loopback;

    @BeforeEach
    void open() throws IOException {
        loopback = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        DaemonThread.start("test-loopback", () -> {
            while (!loopback.isClosed()) {
                try {
                    loopback.accept().close();
                    callersOfLoopback.incrementAndGet();
                } catch (IOException closed) {
                    // The test is over.
                }
            }
        });
        INTERNET.name("allowed.example", Internet.ALLOWED);
        room = Rooms.open(Rooms.plan(NetworkPolicy.allowing(LIST), INTERNET.names()));
        visitor = new Visitor(room);
        assertThat(visitor.ask("allowed.example")).containsExactly(Internet.ALLOWED);
        assertThat(visitor.connect(Internet.ALLOWED, 8080)).isEqualTo(Internet.ALLOWED);
        INTERNET.served.set(0);
    }

    @AfterEach
    void nothingWasReached() throws IOException {
        if (room != null) {
            room.close();
            loopback.close();
            assertThat(INTERNET.served).hasValue(0);
            assertThat(callersOfLoopback).hasValue(0);
        }
    }

    private void assertRefused(String address, int port) {
        assertThat(room.attempts())
                .filteredOn(attempt -> !attempt.allowed())
                .extracting(NetworkAttempt::address, NetworkAttempt::port)
                .contains(tuple(address, port));
    }

    static Stream<Arguments> addresses() {
        return Stream.of(
                arguments("an address that is not on the list", Internet.OTHER, 8080),
                arguments("another port of the address that is", Internet.ALLOWED, 22),
                arguments("another resolver", Internet.OTHER, 53),
                arguments("a resolver over TLS", Internet.OTHER, 853),
                arguments("a resolver over HTTPS", Internet.OTHER, 443),
                arguments("the metadata of clouds", "169.254.169.254", 80),
                arguments("the metadata of Alibaba's", "100.100.100.200", 80),
                arguments("Azure's", "168.63.129.16", 80),
                arguments("the gateway of the carrier, which others let lead to the host's loopback", "10.0.2.2", 8080),
                arguments("the resolver of the carrier", "10.0.2.3", 53),
                arguments("the carrier's own end", "10.0.2.100", 8080),
                arguments("a port of the room itself", "169.254.83.1", 22),
                arguments("a private network", "10.1.2.3", 80),
                arguments("another private network", "192.168.1.1", 80),
                arguments("everybody", "255.255.255.255", 8080),
                arguments("whoever listens to many", "224.0.0.251", 5353));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("addresses")
    void packetsOverUdpAreRefused(String what, String address, int port) throws IOException {
        assertThat(visitor.send(address, port, "packet")).as(what).startsWith("failed");
        if (!address.startsWith("255.") && !address.startsWith("224.")) {
            assertRefused(address, port);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("addresses")
    void connectionsOverTcpAreRefused(String what, String address, int port) throws IOException {
        assertThat(visitor.connect(address, port)).as(what).startsWith("failed");
        if (!address.startsWith("255.") && !address.startsWith("224.")) {
            assertRefused(address, port);
        }
    }

    @Test
    void theLoopbackOfTheHostIsNotReachedByAnyAddressOfTheCarrier() throws IOException {
        for (String address : List.of("10.0.2.2", "10.0.2.3", "169.254.83.1", "127.0.0.1", "0.0.0.0")) {
            assertThat(visitor.connect(address, loopback.getLocalPort())).startsWith("failed");
        }
    }

    static Stream<Arguments> names() {
        return Stream.of(
                arguments("another name", "evil.example"),
                arguments("a name below it, which could say something", "c2vjcmv0.allowed.example"),
                arguments("a name that ends like it", "disallowed.example"),
                arguments("a name that begins like it", "allowed.example.evil.example"),
                arguments("its parent", "example"),
                arguments("the root", "."),
                arguments("an address written as a name", "203.0.113.20"),
                arguments("the way back from an address", "20.113.0.203.in-addr.arpa"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void otherNamesAreNotAnswered(String what, String name) throws IOException {
        for (String one : List.of(name, "disallowed.example")) {
            INTERNET.name(one, Internet.OTHER);
        }
        assertThat(visitor.ask(name)).as(what).containsExactly("NXDOMAIN");
        assertThat(Rcode.string(visitor.askOverTcp(name, Type.A).getRcode())).isEqualTo("NXDOMAIN");
        assertThat(visitor.connect(Internet.OTHER, 8080)).startsWith("failed");
        assertThat(room.attempts())
                .filteredOn(attempt -> attempt.kind() == NetworkAttempt.Kind.NAME && !attempt.allowed())
                .extracting(NetworkAttempt::host)
                .contains(name);
    }

    /** Whoever owns the name could put anything into such answers, and read such questions. */
    @ParameterizedTest
    @MethodSource("types")
    void otherQuestionsAboutTheNameAreRefused(int type) throws IOException {
        for (Message answer :
                List.of(visitor.ask("allowed.example", type, DClass.IN), visitor.askOverTcp("allowed.example", type))) {
            assertThat(Rcode.string(answer.getRcode())).isEqualTo("REFUSED");
            assertThat(answer.getSection(Section.ANSWER)).isEmpty();
        }
    }

    static Stream<Integer> types() {
        return Stream.of(Type.TXT, Type.MX, Type.SRV, Type.NS, Type.ANY, Type.AXFR, Type.HTTPS, Type.NULL, Type.CNAME);
    }

    @Test
    void questionsOfAnotherClassAndSixthGenerationAddressesHaveNoAnswer() throws IOException {
        assertThat(visitor.ask("allowed.example", Type.TXT, DClass.CH).getRcode())
                .isEqualTo(Rcode.FORMERR);
        assertThat(visitor.ask("allowed.example", Type.AAAA, DClass.IN).getSection(Section.ANSWER))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("privateAddresses")
    void aNameThatLeadsToAPrivateAddressLaterIsNotFollowed(String address) throws IOException {
        INTERNET.name("allowed.example", address);

        assertThat(visitor.ask("allowed.example")).containsExactly("NXDOMAIN");
        assertThat(visitor.connect(address, 8080)).startsWith("failed");
    }

    static Stream<String> privateAddresses() {
        return Stream.of(
                "127.0.0.1",
                "10.0.2.2",
                "10.1.2.3",
                "172.16.0.1",
                "192.168.0.1",
                "169.254.169.254",
                "169.254.83.1",
                "100.64.0.1",
                "100.100.100.200",
                "168.63.129.16",
                "0.0.0.0",
                "224.0.0.1",
                "255.255.255.255");
    }

    /** One of several addresses that is private does not come along. */
    @Test
    void aPrivateAddressAmongOthersIsLeftOut() throws IOException {
        INTERNET.name("allowed.example", "10.1.2.3", Internet.FAR);

        assertThat(visitor.ask("allowed.example")).containsExactly(Internet.FAR);
    }

    private ExecResult inside(String script) {
        return Rooms.run(room, "sh", "-c", script);
    }

    /** Root inside may do to his own namespace what he likes: what decides is in another. */
    @Test
    void filtersAndRoutesInsideAreNotThoseThatDecide() throws IOException {
        assertThat(inside("nft flush ruleset && nft list ruleset").stdout()).isEmpty();
        inside("ip address add 10.0.2.100/24 dev eth0; ip address add 203.0.113.99/24 dev eth0");
        inside("ip route add 203.0.113.20 via 169.254.83.1; ip neigh flush all");

        assertThat(visitor.connect(Internet.OTHER, 8080)).startsWith("failed");
        assertRefused(Internet.OTHER, 8080);
    }

    @Test
    void thereIsNoSixthGenerationAndWhoBringsOneIsNotHeard() {
        assertThat(inside("ip -6 route show; ip -6 address show dev eth0").stdout())
                .isBlank();
        ExecResult result = inside("echo 0 > /proc/sys/net/ipv6/conf/eth0/disable_ipv6;"
                + " ip -6 address add fd00::2/64 dev eth0 nodad; ip -6 route add default dev eth0;"
                + " ping -6 -c 1 -W 1 fd00::1; ping -6 -c 1 -W 1 2001:db8::1; ping -6 -c 1 -W 1 ff02::1%eth0");
        assertThat(result.succeeded()).isFalse();
        assertThat(result.stdout()).doesNotContain("bytes from fd00::1", "bytes from 2001:");
    }

    /** With raw sockets anything can be written; what comes of it passes the same door. */
    private void raw(String what) {
        ExecResult result = Rooms.run(room, "perl", "-MSocket", "-e", what);
        assertThat(result.stderr()).isEmpty();
    }

    @Test
    void echoesAndOtherProtocolsAreRefused() {
        for (int protocol : new int[] {1, 4, 41, 47, 50, 132}) {
            raw("socket S, AF_INET, SOCK_RAW, " + protocol + " or die $!;"
                    + " send S, qq(\\x08\\x00\\xf7\\xff\\0\\0\\0\\0), 0, pack_sockaddr_in(0, inet_aton('"
                    + Internet.OTHER + "'));");
        }
        assertThat(room.attempts())
                .filteredOn(attempt -> attempt.kind() == NetworkAttempt.Kind.OTHER
                        && attempt.address().equals(Internet.OTHER)
                        && !attempt.allowed())
                .hasSize(6);
    }

    /** The first piece has not even the port in it. */
    @Test
    void aPacketInPiecesIsRefusedAsAWhole() {
        String header = "sub ip { pack('CCnnnCCna4a4', 0x45, 0, 20 + length $_[2], 77, $_[0] | $_[1] << 13, 64, 17, 0,"
                + " inet_aton('169.254.83.2'), inet_aton('" + Internet.OTHER + "')) . $_[2] }";
        raw(header + " socket S, AF_INET, SOCK_RAW, 255 or die $!; setsockopt S, 0, 3, 1;"
                + " $u = pack('nnnn', 5000, 8080, 24, 0) . 'sixteen letters!';"
                + " $to = pack_sockaddr_in(0, inet_aton('" + Internet.OTHER + "'));"
                + " send(S, ip(0, 1, substr $u, 0, 8), 0, $to) or die $!;"
                + " send(S, ip(1, 0, substr $u, 8), 0, $to) or die $!;");
        assertRefused(Internet.OTHER, 8080);
    }

    @Test
    void aPacketWithTheAddressOfSomebodyElseIsRefused() throws IOException {
        for (String sender : List.of("10.0.2.100", "10.0.2.2", "127.0.0.1", "203.0.113.10", "169.254.83.1")) {
            raw("socket S, AF_INET, SOCK_RAW, 255 or die $!; setsockopt S, 0, 3, 1;"
                    + " $u = pack('nnnn', 5000, 8080, 9, 0) . 'x';"
                    + " send S, pack('CCnnnCCna4a4', 0x45, 0, 29, 78, 0, 64, 17, 0, inet_aton('" + sender
                    + "'), inet_aton('" + Internet.OTHER + "')) . $u, 0, pack_sockaddr_in(0, inet_aton('"
                    + Internet.OTHER + "')) or die $!;");
        }
        assertThat(visitor.connect(Internet.OTHER, 8080)).startsWith("failed");
    }

    private static String packet(String from, int fromPort, String to, int toPort) {
        return " send(S, pack('CCnnnCCna4a4', 0x45, 0, 29, 80, 0, 64, 17, 0, inet_aton('" + from + "'), inet_aton('"
                + to
                + "')) . pack('nnnn', " + fromPort + ", " + toPort + ", 9, 0) . 'x', 0, pack_sockaddr_in(0, inet_aton('"
                + to + "'))) or die $!;";
    }

    /** The kernel would take the second for the answer to the first, and send it to whom the first was said to come from. */
    @Test
    void anAnswerToAPacketThatSaysItComesFromSomebodyElseIsRefused() {
        for (String target : List.of(Internet.OTHER, "169.254.169.254")) {
            raw("socket S, AF_INET, SOCK_RAW, 255 or die $!; setsockopt S, 0, 3, 1;"
                    + packet(target, 8080, Internet.ALLOWED, 8080)
                    + packet(Internet.ALLOWED, 8080, "10.0.2.100", 8080));
        }
        assertThat(room.attempts())
                .filteredOn(attempt -> attempt.kind() == NetworkAttempt.Kind.UDP)
                .isNotEmpty()
                .noneMatch(NetworkAttempt::allowed);
    }

    /** The resolver would tell somebody else what was asked, which can be anything. */
    @Test
    void aQuestionThatSaysItComesFromSomebodyElseIsNotAnswered() {
        raw("socket S, AF_INET, SOCK_RAW, 255 or die $!; setsockopt S, 0, 3, 1;"
                + " $q = pack('nnnnnn', 7, 0x100, 1, 0, 0, 0) . qq(\\x06secret\\x04evil\\0) . pack('nn', 1, 1);"
                + " send(S, pack('CCnnnCCna4a4', 0x45, 0, 28 + length $q, 81, 0, 64, 17, 0, inet_aton('"
                + Internet.OTHER
                + "'), inet_aton('169.254.83.1')) . pack('nnnn', 8080, 53, 8 + length $q, 0) . $q, 0,"
                + " pack_sockaddr_in(0, inet_aton('169.254.83.1'))) or die $!;");
        assertThat(room.attempts()).extracting(NetworkAttempt::host).doesNotContain("secret.evil");
        assertRefused("169.254.83.1", 53);
    }

    @Test
    void aDotInsideOfALabelIsNoDot() throws IOException {
        INTERNET.name("data\\.wild.example", Internet.OTHER);
        try (NetworkRoom wild = Rooms.open(Rooms.plan(NetworkPolicy.allowing("*.wild.example"), INTERNET.names()))) {
            assertThat(new Visitor(wild).ask("data\\.wild.example")).containsExactly("NXDOMAIN");
            assertThat(new Visitor(wild).ask("data.wild.example")).containsExactly("NXDOMAIN");
            INTERNET.name("data.wild.example", Internet.FAR);
            assertThat(new Visitor(wild).ask("data.wild.example")).containsExactly(Internet.FAR);
        }
    }

    @Test
    void framesThatAreWrittenByHandAreFiltered() {
        String mac = inside("ip neigh show 169.254.83.1 | sed 's/.*lladdr \\([0-9a-f:]*\\).*/\\1/'")
                .stdout()
                .strip();
        assertThat(mac).matches("([0-9a-f]{2}:){5}[0-9a-f]{2}");
        // "ip" looks at the named networks of the whole machine and complains of one that is being made just now.
        raw("socket S, 17, SOCK_RAW, 0x0008 or die $!;"
                + " ($n) = `ip -o link show eth0 2>/dev/null` =~ /^(\\d+)/ or die 'no eth0';"
                + " bind S, pack('Snl', 17, 0x0800, $n) . pack('x12') or die $!;"
                + " $u = pack('nnnn', 5000, 8080, 9, 0) . 'x';"
                + " $p = pack('CCnnnCCna4a4', 0x45, 0, 29, 79, 0, 64, 17, 0, inet_aton('169.254.83.2'), inet_aton('"
                + Internet.OTHER + "')) . $u; $s = unpack '%32n*', substr $p, 0, 20;"
                + " $s = ($s & 0xffff) + ($s >> 16) while $s >> 16; substr($p, 10, 2) = pack 'n', ~$s & 0xffff;"
                + " $f = pack('H12', '" + mac.replace(":", "")
                + "') . pack('H12', '020000000001') . pack('n', 0x0800) . $p;"
                + " send(S, $f, 0, pack('Snl', 17, 0x0008, $n) . pack('SCCa8', 1, 0, 6, pack('H16', '"
                + mac.replace(":", "") + "0000'))) or die $!;");
        assertRefused(Internet.OTHER, 8080);
    }

    /** What was allowed once must not be kept open by whoever was told another address since. */
    @Test
    void anAddressIsOpenOnlyForAsLongAsItsAnswerIsValid() throws IOException {
        String set = HostTool.run(
                        Command.of(
                                "nsenter",
                                "--net=" + room.namespace().resolveSibling("9"),
                                "nft",
                                "list",
                                "set",
                                "inet",
                                "room",
                                "named"),
                        Duration.ofSeconds(10))
                .stdout();
        assertThat(set).containsPattern("203\\.0\\.113\\.10 \\. 8080 timeout 35s expires \\d+s");
    }
}
