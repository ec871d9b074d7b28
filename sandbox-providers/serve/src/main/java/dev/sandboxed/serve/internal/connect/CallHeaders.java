package dev.sandboxed.serve.internal.connect;

import dev.sandboxed.serve.internal.web.Exchange;
import java.time.Duration;
import java.util.Optional;

/**
 * What the headers of a call say.
 *
 * @param timeout how long the call may take; empty if as long as it likes
 * @param keepalive after how much silence a stream shows that it lives
 * @param authorization who calls, as it came
 */
public record CallHeaders(Optional<Duration> timeout, Duration keepalive, Optional<String> authorization) {

    private static final Duration USUAL_KEEPALIVE = Duration.ofSeconds(90);

    static CallHeaders of(Exchange exchange) throws ConnectError {
        String version = exchange.header("Connect-Protocol-Version").orElse("1");
        if (!version.equals("1")) {
            throw ConnectError.invalid("connect-protocol-version must be \"1\": got \"" + version + "\"");
        }
        return new CallHeaders(timeout(exchange), keepalive(exchange), exchange.header("Authorization"));
    }

    private static Optional<Duration> timeout(Exchange exchange) throws ConnectError {
        Optional<String> millis = exchange.header("Connect-Timeout-Ms");
        if (millis.isPresent() && !millis.get().matches("\\d{1,10}")) {
            throw ConnectError.invalid(
                    "protocol error: invalid timeout \"" + millis.get() + "\" in Connect-Timeout-Ms");
        }
        return millis.map(Long::valueOf).filter(given -> given > 0).map(Duration::ofMillis);
    }

    /** What cannot be read is as if it were absent: it changes only how often nothing is said. */
    private static Duration keepalive(Exchange exchange) {
        return exchange.header("Keepalive-Ping-Interval")
                .filter(seconds -> seconds.matches("[1-9]\\d{0,5}"))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                .orElse(USUAL_KEEPALIVE);
    }
}
