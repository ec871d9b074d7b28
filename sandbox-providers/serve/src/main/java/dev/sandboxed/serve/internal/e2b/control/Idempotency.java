package dev.sandboxed.serve.internal.e2b.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.serve.internal.e2b.fleet.Resident;
import dev.sandboxed.serve.internal.web.HttpError;
import dev.sandboxed.serve.internal.web.Json;
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

    /**
     * A request with a key.
     *
     * @param digest of its body, which may be large and is not needed any more
     * @param made its sandbox; absent while it is being made
     */
    private record Request(String digest, @Nullable Resident made) {}

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
        String digest = Json.digest(body);
        Resident earlier = begin(key.get(), digest);
        if (earlier != null) {
            return earlier;
        }
        @Nullable Resident made = null;
        try {
            made = maker.make();
            return made;
        } finally {
            end(key.get(), digest, made);
        }
    }

    private synchronized @Nullable Resident begin(String key, String digest) throws HttpError {
        Request earlier = requests.putIfAbsent(key, new Request(digest, null));
        if (earlier == null) {
            return null;
        }
        if (!earlier.digest().equals(digest)) {
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
    private synchronized void end(String key, String digest, @Nullable Resident made) {
        requests.remove(key);
        if (made != null) {
            requests.put(key, new Request(digest, made));
        }
        if (requests.size() > REMEMBERED) {
            requests.remove(requests.keySet().iterator().next());
        }
    }
}
