package dev.sandboxed.provider.remote.internal.e2b.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.util.Optional;
import okhttp3.Headers;
import okhttp3.Response;

/**
 * What a service has answered, read to its end.
 *
 * @param status the status of HTTP
 * @param headers what came with it
 * @param body what it says as JSON; a missing node if it is none, as that of a gateway may be
 */
public record Answer(int status, Headers headers, JsonNode body) {

    /** No answer that we ask for is larger: contents of files are not read this way. */
    private static final long LARGEST = 16L << 20;

    private static final int OK = 200;
    private static final int MULTIPLE = 300;

    /**
     * Reads one.
     *
     * @throws IOException if the connection breaks, or if it says more than anybody would
     */
    public static Answer read(Response response) throws IOException {
        try (response) {
            byte[] bytes = response.body().byteStream().readNBytes((int) LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new IOException("The answer has more than " + LARGEST + " bytes");
            }
            return new Answer(response.code(), response.headers(), parse(bytes));
        }
    }

    private static JsonNode parse(byte[] bytes) {
        try {
            return bytes.length == 0 ? MissingNode.getInstance() : Json.read(bytes);
        } catch (IOException notJson) {
            return MissingNode.getInstance();
        }
    }

    /** Returns whether it was done. */
    public boolean succeeded() {
        return status >= OK && status < MULTIPLE;
    }

    /** Returns what the service says went wrong; empty if it says nothing that can be read. */
    public String message() {
        return body.path("message").asText("");
    }

    /** Returns the word of the control API for what went wrong; empty if there is none. */
    public String errorCode() {
        return body.path("error_code").asText("");
    }

    /** Describes it in one line. */
    public String told() {
        return "HTTP " + status + (message().isEmpty() ? "" : ": " + message());
    }

    /** Returns how many seconds the service wants us to wait. */
    Optional<Long> retryAfter() {
        return Optional.ofNullable(headers.get("Retry-After"))
                .filter(seconds -> seconds.matches("[0-9]{1,9}"))
                .map(Long::valueOf);
    }

    /** Returns whether the service says that it makes sense to ask again, if it says so. */
    Optional<Boolean> shouldRetry() {
        return Optional.ofNullable(headers.get("Should-Retry")).map(Boolean::valueOf);
    }
}
