package dev.sandboxed.serve.internal.e2b.files;

import dev.sandboxed.serve.internal.e2b.fleet.Resident;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.HttpError;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/** Lets those reach files who have the token of a sandbox, or a link that was signed with it. */
final class Signatures {

    private Signatures() {}

    /**
     * Checks a request for a file.
     *
     * @param operation {@code read} or {@code write}
     * @throws HttpError if it has neither the token nor a signature that is right and still good
     */
    static void require(Exchange exchange, Resident resident, String operation) throws HttpError {
        Optional<String> token = exchange.header("X-Access-Token");
        if (token.isPresent()) {
            if (!resident.isToken(token.get())) {
                throw new HttpError(401, "access token present in header but does not match");
            }
            return;
        }
        String given =
                exchange.query("signature").orElseThrow(() -> new HttpError(401, "missing signature query parameter"));
        Optional<String> expiration = exchange.query("signature_expiration");
        String right = of(
                exchange.query("path").orElse(""),
                operation,
                exchange.query("username").orElse(""),
                resident.token(),
                expiration);
        if (!MessageDigest.isEqual(right.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8))) {
            throw new HttpError(401, "invalid signature");
        }
        if (expiration.isPresent() && isOver(expiration.get())) {
            throw new HttpError(401, "signature is already expired");
        }
    }

    private static boolean isOver(String seconds) throws HttpError {
        try {
            return Instant.now().getEpochSecond() > Long.parseLong(seconds);
        } catch (NumberFormatException e) {
            throw new HttpError(400, "signature_expiration must be a number of seconds, but was '" + seconds + "'");
        }
    }

    static String of(String path, String operation, String user, String token, Optional<String> expiration) {
        String text = String.join(":", path, operation, user, token)
                + expiration.map(seconds -> ":" + seconds).orElse("");
        return "v1_" + Base64.getEncoder().withoutPadding().encodeToString(sha256(text));
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
