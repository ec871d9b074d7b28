package dev.sandboxed.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.NetworkAttempt.Kind;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Message;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

@Timeout(120)
class AllowListTests {

    @RegisterExtension
    static final Internet INTERNET = new Internet();

    private static NetworkRoom allowing(String... hosts) throws IOException {
        return Rooms.open(Rooms.plan(NetworkPolicy.allowing(hosts), INTERNET.names()));
    }

    @Test
    void aNameOnTheListIsReachedOnceItWasAskedForAndOnlyAtItsPort() throws IOException {
        INTERNET.name("allowed.example", Internet.ALLOWED);
        INTERNET.serve(Internet.ALLOWED, 8081);
        try (NetworkRoom room = allowing("Allowed.Example:8080")) {
            Visitor visitor = new Visitor(room);

            assertThat(visitor.connect(Internet.ALLOWED, 8080)).startsWith("failed: Connection refused");
            assertThat(visitor.ask("allowed.example")).containsExactly(Internet.ALLOWED);
            assertThat(visitor.connect(Internet.ALLOWED, 8080)).isEqualTo(Internet.ALLOWED);
            assertThat(visitor.send(Internet.ALLOWED, 8080, "packet")).isEqualTo("packet");
            assertThat(visitor.connect(Internet.ALLOWED, 8081)).startsWith("failed: Connection refused");
            assertThat(visitor.connect(Internet.OTHER, 8080)).startsWith("failed: Connection refused");
        }
    }

    @Test
    void capitalsAndQuestionsOverTcpMakeNoDifference() throws IOException {
        INTERNET.name("allowed.example", Internet.ALLOWED);
        try (NetworkRoom room = allowing("allowed.example")) {
            Visitor visitor = new Visitor(room);

            assertThat(visitor.askOverTcp("ALLOWED.example", Type.A).getSection(Section.ANSWER))
                    .singleElement()
                    .isInstanceOfSatisfying(
                            ARecord.class,
                            record -> assertThat(record.getAddress().getHostAddress())
                                    .isEqualTo(Internet.ALLOWED));
            assertThat(visitor.connect(Internet.ALLOWED, Internet.PORT)).isEqualTo(Internet.ALLOWED);
        }
    }

    @Test
    void allNamesBelowADomainAreReachedButNotTheDomain() throws IOException {
        INTERNET.name("a.below.example", Internet.ALLOWED);
        INTERNET.name("b.a.below.example", Internet.OTHER);
        INTERNET.name("below.example", Internet.FAR);
        try (NetworkRoom room = allowing("*.below.example")) {
            Visitor visitor = new Visitor(room);

            assertThat(visitor.ask("a.below.example")).containsExactly(Internet.ALLOWED);
            assertThat(visitor.ask("b.a.below.example")).containsExactly(Internet.OTHER);
            assertThat(visitor.ask("below.example")).containsExactly("NXDOMAIN");
            assertThat(visitor.connect(Internet.OTHER, Internet.PORT)).isEqualTo(Internet.OTHER);
            assertThat(visitor.connect(Internet.FAR, Internet.PORT)).startsWith("failed");
        }
    }

    @Test
    void addressesAndRangesAreReachedWithoutAName() throws IOException {
        INTERNET.serve(Internet.FAR, 8082);
        try (NetworkRoom room = allowing("203.0.113.0/28", Internet.FAR + ":8080", "203.0.113.10:8080")) {
            Visitor visitor = new Visitor(room);

            assertThat(visitor.connect(Internet.ALLOWED, Internet.PORT)).isEqualTo(Internet.ALLOWED);
            assertThat(visitor.connect(Internet.FAR, Internet.PORT)).isEqualTo(Internet.FAR);
            assertThat(visitor.connect(Internet.FAR, 8082)).startsWith("failed");
            assertThat(visitor.connect(Internet.OTHER, Internet.PORT)).startsWith("failed");
        }
    }

    /** A host with a private address is reached if whoever runs the tests has put it into the host's own file, or on the list. */
    @Test
    void aPrivateAddressIsAnAnswerIfTheHostItselfOrTheListSaysSo() throws IOException {
        INTERNET.name("mirror.example", "10.9.8.7");
        INTERNET.nameOfHost("own.example", "10.9.8.6");
        INTERNET.nameOfHost("loop.example", "127.0.1.1");
        try (NetworkRoom room = allowing("mirror.example", "own.example", "loop.example")) {
            Visitor visitor = new Visitor(room);

            assertThat(visitor.ask("mirror.example")).containsExactly("NXDOMAIN");
            assertThat(visitor.ask("own.example")).containsExactly("10.9.8.6");
            assertThat(visitor.ask("loop.example")).containsExactly("NXDOMAIN");
        }
        try (NetworkRoom room = allowing("mirror.example", "10.9.8.0/24:443")) {
            assertThat(new Visitor(room).ask("mirror.example")).containsExactly("10.9.8.7");
        }
    }

    /** Whoever owns the name would choose the host, and the name has no port. */
    @Test
    void aNameThatLeadsToAListedPrivateAddressOpensNoOtherPortOfIt() throws IOException {
        INTERNET.name("mirror.example", "10.9.8.7");
        try (NetworkRoom room = allowing("mirror.example", "10.9.8.0/24:443")) {
            Visitor visitor = new Visitor(room);
            assertThat(visitor.ask("mirror.example")).containsExactly("10.9.8.7");
            visitor.send("10.9.8.7", 22, "packet");

            assertThat(room.attempts())
                    .filteredOn(attempt -> attempt.port() == 22)
                    .singleElement()
                    .satisfies(attempt -> assertThat(attempt.allowed()).isFalse());
        }
    }

    @Test
    void aNameOnTheListIsToldWhateverWasAskedOfItAndWhetherOrNotItWasAnswered() throws IOException {
        Names silent = new Names() {
            @Override
            public Answer addresses(String name) throws IOException {
                throw new IOException("nobody answers");
            }

            @Override
            public Message pass(Message question) throws IOException {
                throw new IOException("nobody answers");
            }
        };
        try (NetworkRoom room = Rooms.open(Rooms.plan(NetworkPolicy.allowing("*.allowed.example"), silent))) {
            Visitor visitor = new Visitor(room);

            assertThat(visitor.ask("a.allowed.example")).containsExactly("SERVFAIL");
            visitor.ask("b.allowed.example", Type.TXT, DClass.IN);
            visitor.ask("c.allowed.example", Type.AAAA, DClass.IN);

            assertThat(room.attempts())
                    .extracting(NetworkAttempt::toString)
                    .containsExactly(
                            "name a.allowed.example: allowed",
                            "name b.allowed.example: allowed",
                            "name c.allowed.example: allowed");
        }
    }

    @Test
    void whatWasTriedIsToldWithItsNameAndItsBytes() throws IOException {
        INTERNET.name("allowed.example", Internet.ALLOWED);
        try (NetworkRoom room = allowing("allowed.example:8080")) {
            Visitor visitor = new Visitor(room);
            visitor.ask("secret.evil.example");
            visitor.ask("allowed.example");
            visitor.connect(Internet.ALLOWED, 8080);
            visitor.connect(Internet.OTHER, 9090);
            visitor.send(Internet.OTHER, 9091, "packet");

            List<NetworkAttempt> attempts = room.attempts();

            assertThat(attempts)
                    .extracting(NetworkAttempt::toString)
                    .anyMatch(line ->
                            line.matches("tcp allowed\\.example \\(203\\.0\\.113\\.10\\) 8080: allowed, [0-9]+ bytes"));
            assertThat(attempts)
                    .filteredOn(attempt -> !attempt.allowed())
                    .extracting(
                            attempt -> attempt.kind() + " " + attempt.host() + attempt.address() + " " + attempt.port())
                    .containsExactly("NAME secret.evil.example 0", "TCP 203.0.113.20 9090", "UDP 203.0.113.20 9091");
            assertThat(attempts)
                    .filteredOn(attempt -> attempt.kind() == Kind.TCP && attempt.allowed())
                    .singleElement()
                    // Three packets and a line each way take more than that.
                    .satisfies(attempt -> assertThat(attempt.bytes()).isGreaterThan(200));
        }
    }

    /** An answer that says something else was opened before is not told before the address is open. */
    @Test
    void anAddressThatWasOpenedForOneNameIsOpenForAnotherAtItsPort() throws IOException {
        INTERNET.name("first.example", Internet.ALLOWED);
        INTERNET.name("second.example", Internet.ALLOWED);
        INTERNET.serve(Internet.ALLOWED, 8083);
        try (NetworkRoom room = allowing("first.example:8080", "second.example:8083")) {
            Visitor visitor = new Visitor(room);
            for (int i = 0; i < 3; i++) {
                visitor.ask("first.example");
            }
            assertThat(visitor.connect(Internet.ALLOWED, 8083)).startsWith("failed");
            visitor.ask("second.example");

            assertThat(visitor.connect(Internet.ALLOWED, 8083)).isEqualTo(Internet.ALLOWED);
            assertThat(visitor.connect(Internet.ALLOWED, 8080)).isEqualTo(Internet.ALLOWED);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1", "127.0.0.0/8:80", "169.254.169.254", "169.254.0.0/16", "10.0.2.2:8080", "224.0.0.1"
            })
    void whatIsNeverReachedIsRefusedOnAList(String entry) {
        RoomPlan plan = Rooms.plan(NetworkPolicy.allowing("a.example", entry), INTERNET.names());

        assertThatThrownBy(plan::requireReachable)
                .isInstanceOf(SandboxStartException.class)
                .hasMessageStartingWith("'" + entry + "' is on the allow-list, and is never reached");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0/0", "10.0.0.0/8", "203.0.113.7", "168.63.129.0/24"})
    void aRangeWithMoreInItIsNot(String entry) {
        RoomPlan plan = Rooms.plan(NetworkPolicy.allowing(entry), INTERNET.names());

        assertThatCode(plan::requireReachable).doesNotThrowAnyException();
    }

    @Test
    void whatIsNoQuestionIsNotAnsweredAndDoesNoHarm() throws IOException {
        INTERNET.name("allowed.example", Internet.ALLOWED);
        try (NetworkRoom room = allowing("allowed.example")) {
            Visitor visitor = new Visitor(room);
            Random random = new Random(7);
            for (int length : new int[] {0, 1, 11, 12, 13, 40, 512, 9_000}) {
                byte[] garbage = new byte[length];
                random.nextBytes(garbage);
                visitor.shout(garbage);
            }

            assertThat(visitor.ask("allowed.example")).containsExactly(Internet.ALLOWED);
        }
    }

    @Test
    void manyAttemptsAreBounded() throws IOException {
        try (NetworkRoom room = allowing("allowed.example")) {
            Visitor visitor = new Visitor(room);
            for (int i = 0; i < 1_100; i++) {
                visitor.ask("n" + i + ".evil.example");
            }

            assertThat(room.attempts()).hasSize(1_000);
        }
    }

    @Test
    void withTheFullNetworkAllIsReachedButTheMetadataOfClouds() throws IOException {
        INTERNET.name("any.example", Internet.FAR);
        try (NetworkRoom room = Rooms.open(Rooms.plan(NetworkPolicy.of(Network.FULL), INTERNET.names()))) {
            Visitor visitor = new Visitor(room);

            assertThat(visitor.ask("any.example")).containsExactly(Internet.FAR);
            assertThat(visitor.connect(Internet.FAR, Internet.PORT)).isEqualTo(Internet.FAR);
            assertThat(visitor.connect(Internet.OTHER, Internet.PORT)).isEqualTo(Internet.OTHER);
            for (String address : List.of("169.254.169.254", "100.100.100.200", "168.63.129.16", "192.0.0.192")) {
                assertThat(visitor.connect(address, 80)).startsWith("failed: Connection refused");
            }
            assertThat(room.attempts())
                    .filteredOn(attempt -> !attempt.allowed())
                    .hasSize(4);
        }
    }
}
