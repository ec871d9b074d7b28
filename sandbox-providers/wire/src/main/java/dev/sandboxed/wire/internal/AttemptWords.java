package dev.sandboxed.wire.internal;

import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.NetworkAttempt.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * Something that a sandbox has tried to reach.
 *
 * @param at when it tried first
 * @param kind {@code name}, {@code tcp}, {@code udp} or {@code other}
 */
public record AttemptWords(String at, String kind, String host, String address, int port, boolean allowed, long bytes) {

    /** All that it has tried. */
    public record All(List<AttemptWords> attempts) {

        public static All of(List<NetworkAttempt> attempts) {
            return new All(attempts.stream().map(AttemptWords::of).toList());
        }

        /** Returns them as they were; throws {@link IllegalArgumentException} or its like if a word means nothing. */
        public List<NetworkAttempt> list() {
            return attempts.stream().map(AttemptWords::attempt).toList();
        }
    }

    private static AttemptWords of(NetworkAttempt attempt) {
        return new AttemptWords(
                attempt.at().toString(),
                attempt.kind().name().toLowerCase(Locale.ROOT),
                attempt.host(),
                attempt.address(),
                attempt.port(),
                attempt.allowed(),
                attempt.bytes());
    }

    private NetworkAttempt attempt() {
        return new NetworkAttempt(
                Instant.parse(at), Kind.valueOf(kind.toUpperCase(Locale.ROOT)), host, address, port, allowed, bytes);
    }
}
