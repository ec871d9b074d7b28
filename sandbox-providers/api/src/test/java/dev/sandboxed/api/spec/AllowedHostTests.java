package dev.sandboxed.api.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.NetworkAttempt.Kind;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostTests {

    @ParameterizedTest
    @CsvSource({
        "host.example, host.example, 0, false",
        "HOST.Example., host.example, 0, false",
        "host.example:443, host.example, 443, false",
        "*.host.example:443, *.host.example, 443, false",
        "localhost, localhost, 0, false",
        "_dmarc.host-1.example, _dmarc.host-1.example, 0, false",
        "bücher.example, xn--bcher-kva.example, 0, false",
        "203.0.113.7, 203.0.113.7, 0, true",
        "203.0.113.7:65535, 203.0.113.7, 65535, true",
        "10.0.0.0/8, 10.0.0.0/8, 0, true",
        "0.0.0.0/0:80, 0.0.0.0/0, 80, true",
    })
    void isRead(String text, String host, int port, boolean address) {
        AllowedHost read = AllowedHost.parse(text);

        assertThat(read).isEqualTo(new AllowedHost(host, port));
        assertThat(read.isAddress()).isEqualTo(address);
        assertThat(AllowedHost.parse(read.toString())).isEqualTo(read);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "*",
                "*.",
                "a..b",
                "-a.example",
                "a-.example",
                "a b",
                "a/b",
                "*.*.example",
                "a.*.example",
                "256.0.0.1",
                "1.2.3",
                "1.2.3.4/33",
                "010.1.1.1",
                "1.2.3.4/08",
                "1.2.3.4.5",
                "1.2.3.4/",
                "host.example:",
                "host.example:0",
                "host.example:65536",
                "host.example:http",
                "host.example:-1",
                "[::1]:443",
                "::1",
                "fe80::1",
                "http://host.example"
            })
    void whatIsNoHostIsRefusedWithWhatItWas(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AllowedHost.parse(text))
                .withMessageMatching("(?s)(Not a host for an allow-list: '|The port of 'host.example').*");
    }

    @Test
    void theLoopbackOfTheHostNeedsAPort() {
        assertThat(AllowedHost.parse("Host.Sandboxed.Internal:8080"))
                .isEqualTo(new AllowedHost(AllowedHost.LOOPBACK_OF_HOST, 8080));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AllowedHost.parse("host.sandboxed.internal"))
                .withMessageContaining("'host.sandboxed.internal' on an allow-list needs a port")
                .withMessageContaining("host.sandboxed.internal:8080");
    }

    @Test
    void addressesOfTheSixthGenerationAreRefusedAsSuch() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AllowedHost.parse("[2001:db8::1]:443"))
                .withMessageContaining("sandboxes have no IPv6");
    }

    @ParameterizedTest
    @CsvSource({
        "host.example, host.example, true",
        "host.example, a.host.example, false",
        "host.example, xhost.example, false",
        "*.host.example, a.host.example, true",
        "*.host.example, b.a.host.example, true",
        "*.host.example, host.example, false",
        "*.host.example, ahost.example, false",
        "*.host.example, .host.example, false",
    })
    void namesAreAllowedExactlyOrBelowADomain(String entry, String name, boolean allowed) {
        assertThat(AllowedHost.parse(entry).allowsName(name)).isEqualTo(allowed);
    }

    @Test
    void anAttemptIsDescribedInALine() {
        Instant now = Instant.EPOCH;

        assertThat(new NetworkAttempt(now, Kind.NAME, "host.example", "", 0, false, 0))
                .hasToString("name host.example: refused");
        assertThat(new NetworkAttempt(now, Kind.TCP, "host.example", "203.0.113.7", 443, true, 1_200))
                .hasToString("tcp host.example (203.0.113.7) 443: allowed, 1200 bytes");
        assertThat(new NetworkAttempt(now, Kind.OTHER, "", "203.0.113.7", 0, false, 60))
                .hasToString("other 203.0.113.7: refused, 60 bytes");
    }
}
