package dev.sandboxed.provider.remote.internal.e2b.control;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox that runs, as whoever made or resumed it is told. Never shown as text: it holds the keys to the sandbox.
 *
 * @param id what the service calls it
 * @param daemonVersion the version of the daemon inside
 * @param accessToken what the daemon wants to see, if anything
 * @param trafficToken what the gateway wants to see, if anything
 * @param domain where it is reached, if not where all are
 */
public record Placed(
        String id,
        String daemonVersion,
        @Nullable String accessToken,
        @Nullable String trafficToken,
        @Nullable String domain) {

    /** Reads one; nothing if the answer is not about a sandbox. */
    static Optional<Placed> read(JsonNode answer) {
        return text(answer, "sandboxID")
                .map(id -> new Placed(
                        id,
                        text(answer, "envdVersion").orElse("0"),
                        text(answer, "envdAccessToken").orElse(null),
                        text(answer, "trafficAccessToken").orElse(null),
                        text(answer, "domain").orElse(null)));
    }

    private static Optional<String> text(JsonNode node, String field) {
        return Optional.ofNullable(node.path(field).textValue()).filter(value -> !value.isEmpty());
    }

    @Override
    public String toString() {
        return "Placed[" + id + "]";
    }
}
