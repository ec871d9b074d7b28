package dev.sandboxed.serve.internal.e2b.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.serve.internal.e2b.fleet.Resident;
import dev.sandboxed.serve.internal.web.HttpError;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes one sandbox of a request that comes several times, as it does when its answer was lost. The last requests are remembered.
 */
final class Idempotency {

    private static final int REMEMBERED = 1000;

    private final Map<String, Request> requests = new LinkedHashMap<>();

    /** A request with a key; there is no sandbox while it is being made. */
    private record Request(JsonNode body, @Nullable Resident made) {}

    /** Makes a sandbox. */
    @FunctionalInterface
    interface Maker {
        Resident make() throws HttpError;
    }

    /**
     * Makes a sandbox, or returns the one that was made for the same key.
     *
     * @throws HttpError if the key is malformed, was used for another request, or its sandbox is still being made
     */
    Resident once(Optional<String> key, JsonNode body, Maker maker) throws HttpError {
        if (key.isEmpty()) {
            return maker.make();
        }
        if (!key.get().matches("[a-z0-9-]{1,255}")) {
            throw new HttpError(400, "Idempotency-Key must be 1 to 255 of a to z, 0 to 9 and -");
        }
        Resident earlier = begin(key.get(), body);
        if (earlier != null) {
            return earlier;
        }
        @Nullable Resident made = null;
        try {
            made = maker.make();
            return made;
        } finally {
            end(key.get(), body, made);
        }
    }

    private synchronized @Nullable Resident begin(String key, JsonNode body) throws HttpError {
        Request earlier = requests.putIfAbsent(key, new Request(body, null));
        if (earlier == null) {
            return null;
        }
        if (!earlier.body().equals(body)) {
            throw new HttpError(
                    422, "this Idempotency-Key was used for another request", "idempotency_request_mismatch");
        }
        if (earlier.made() == null) {
            throw new HttpError(
                    409, "the request with this Idempotency-Key is being worked on", "idempotency_in_progress");
        }
        return earlier.made();
    }

    /** One that failed may be tried again. */
    private synchronized void end(String key, JsonNode body, @Nullable Resident made) {
        requests.remove(key);
        if (made != null) {
            requests.put(key, new Request(body, made));
        }
        if (requests.size() > REMEMBERED) {
            requests.remove(requests.keySet().iterator().next());
        }
    }
}
