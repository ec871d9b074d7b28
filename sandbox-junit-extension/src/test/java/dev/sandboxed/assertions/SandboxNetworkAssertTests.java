package dev.sandboxed.assertions;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.NetworkAttempt.Kind;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.testkit.Answer;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SandboxNetworkAssertTests {

    private static final String SOCKETS = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0000 100
               1: 0100007F:1F91 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 2 1 0000 20
               2: 00000000000000000000000000000000:0050 00000000000000000000000000000000:0000 0A 00000000:00000000
            """;

    private final List<NetworkAttempt> attempts = new ArrayList<>();
    private final MockSandboxProvider provider =
            MockSandboxProvider.builder().networkAttempts(() -> attempts).build();
    private final Sandbox sandbox = provider.create(SandboxSpec.defaults());

    @AfterEach
    void close() {
        provider.close();
    }

    private void tried(Kind kind, String host, String address, int port, boolean allowed) {
        attempts.add(new NetworkAttempt(Instant.EPOCH, kind, host, address, port, allowed, 0));
    }

    @Test
    void whatWasTriedIsFoundByItsNameOrItsAddressWhetherAllowedOrNot() {
        tried(Kind.NAME, "example.org", "", 0, false);
        tried(Kind.TCP, "", "203.0.113.7", 443, true);

        assertThat(sandbox)
                .triedToReach("Example.org")
                .triedToReach("203.0.113.7")
                .didNotTryToReach("example.com");
    }

    @Test
    void whatWasNotTriedFailsWithAllThatWas() {
        tried(Kind.NAME, "example.org", "", 0, false);

        assertThat(Failing.message(() -> assertThat(sandbox).triedToReach("example.com")))
                .startsWith("Expecting an attempt to reach example.com, but there is none among\n"
                        + "  name example.org: refused");
        assertThat(Failing.message(() -> assertThat(sandbox).didNotTryToReach("example.org")))
                .startsWith("Expecting no attempt to reach example.org, but there is one among\n"
                        + "  name example.org: refused");
    }

    @Test
    void nothingWasReachedIfAllConnectionsWereRefused() {
        tried(Kind.NAME, "example.org", "", 0, true);
        tried(Kind.TCP, "", "203.0.113.7", 443, false);
        assertThat(sandbox).reachedNothing();

        tried(Kind.UDP, "example.org", "203.0.113.8", 53, true);
        assertThat(Failing.message(() -> assertThat(sandbox).reachedNothing()))
                .startsWith("Expecting that nothing was reached, but these were let through:\n"
                        + "  udp example.org (203.0.113.8) 53: allowed");
    }

    @Test
    void aPortIsListenedOnIfTheKernelInsideSaysSo() {
        provider.onAnything().answer(Answer.stdout(SOCKETS));

        assertThat(sandbox).listensOn(8080).listensOn(80, Duration.ofSeconds(5));
        assertThat(Failing.message(() -> assertThat(sandbox).listensOn(8081, Duration.ofMillis(50))))
                .startsWith("Expecting that something listens on port 8081 within PT0.05S,"
                        + " but TCP ports in use are [80, 8080].");
    }
}
