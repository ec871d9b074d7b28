package dev.sandboxed.serve.internal.e2b.control;

import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.HttpError;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** Lets in who has the key. It is never shown. */
final class Keys {

    private final byte[] key;

    Keys(String key) {
        this.key = key.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Checks the key of a request.
     *
     * @throws HttpError if it has none, or another one
     */
    void require(Exchange exchange) throws HttpError {
        String given = exchange.header("X-API-Key")
                .orElseThrow(() -> new HttpError(401, "no API key; send it in the header X-API-Key"));
        if (!MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), key)) {
            throw new HttpError(
                    401, "Invalid API key, please visit the program that started this server: it knows the right one");
        }
    }
}
