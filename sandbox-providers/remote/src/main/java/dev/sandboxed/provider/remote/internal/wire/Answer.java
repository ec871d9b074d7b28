package dev.sandboxed.provider.remote.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.util.Optional;
import okhttp3.Headers;
import okhttp3.Response;

/** What a service has answered, read to its end. */
public final class Answer {

    /** Few answers are larger that are no content of a file. */
    private static final int LARGEST = 16 << 20;

    private static final int OK = 200;
    private static final int MULTIPLE = 300;

    private final int status;
    private final Headers headers;
    private final byte[] content;

    private Answer(int status, Headers headers, byte[] content) {
        this.status = status;
        this.headers = headers;
        this.content = content;
    }

    /**
     * Reads one.
     *
     * @throws IOException if the connection breaks
     * @throws TooLargeException if it says more than anybody would
     */
    public static Answer read(Response response) throws IOException {
        return read(response, LARGEST);
    }

    /**
     * Reads one of at most so many bytes.
     *
     * @throws IOException if the connection breaks
     * @throws TooLargeException if it has more
     */
    static Answer read(Response response, int largest) throws IOException {
        try (response) {
            byte[] bytes = response.body().byteStream().readNBytes(largest + 1);
            if (bytes.length > largest) {
                throw new TooLargeException(largest);
            }
            return new Answer(response.code(), response.headers(), bytes);
        }
    }

    /** An answer has more bytes than are read. */
    public static final class TooLargeException extends IOException {

        private static final long serialVersionUID = 1;

        TooLargeException(int largest) {
            super("The answer has more than " + largest + " bytes");
        }
    }

    /** Returns the status of HTTP. */
    public int status() {
        return status;
    }

    /** Returns what came with it. */
    public Headers headers() {
        return headers;
    }

    /** Returns what it says, which nobody changes. */
    public byte[] content() {
        return content;
    }

    /** Returns what it says as JSON; a missing node if it is none, as that of a gateway may be. */
    public JsonNode body() {
        try {
            return content.length == 0 ? MissingNode.getInstance() : Json.read(content);
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
        return body().path("message").asText("");
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
