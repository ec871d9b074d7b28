package dev.sandboxed.serve.internal.e2b.files;

import dev.sandboxed.serve.internal.e2b.fleet.Resident;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.HttpError;
import dev.sandboxed.serve.internal.web.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/** Lets those reach files who have the token of a sandbox, or a link that was signed with it. */
public final class Signatures {

    private Signatures() {}

    /**
     * Returns whether a link is signed with the token of a sandbox, be it still good or not.
     *
     * @throws HttpError if the query cannot be decoded
     */
    public static boolean areOf(Resident resident, Exchange exchange) throws HttpError {
        Optional<String> given = exchange.query("signature");
        return given.isPresent() && isRight(given.get(), exchange, resident);
    }

    /**
     * Checks a request for a file.
     *
     * @throws HttpError if it has neither the token nor a signature that is right and still good
     */
    static void require(Exchange exchange, Resident resident) throws HttpError {
        Optional<String> token = exchange.header("X-Access-Token");
        if (token.isPresent()) {
            if (!resident.isToken(token.get())) {
                throw new HttpError(401, "access token present in header but does not match");
            }
            return;
        }
        String given =
                exchange.query("signature").orElseThrow(() -> new HttpError(401, "missing signature query parameter"));
        if (!isRight(given, exchange, resident)) {
            throw invalid();
        }
        Optional<String> expiration = exchange.query("signature_expiration");
        if (expiration.isPresent() && isOver(expiration.get())) {
            throw new HttpError(401, "signature is already expired");
        }
    }

    /** Returns what whoever brings a signature is told that fits nothing. */
    public static HttpError invalid() {
        return new HttpError(401, "invalid signature");
    }

    private static boolean isRight(String given, Exchange exchange, Resident resident) throws HttpError {
        String right = of(
                exchange.query("path").orElse(""),
                exchange.method().equals("POST") ? "write" : "read",
                exchange.query("username").orElse(""),
                resident.token(),
                exchange.query("signature_expiration"));
        return MessageDigest.isEqual(right.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
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
        return "v1_" + Base64.getEncoder().withoutPadding().encodeToString(Sha256.of(text));
    }
}
