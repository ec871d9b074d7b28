package dev.sandboxed.serve.internal.e2b.process;

import dev.sandboxed.serve.internal.connect.ConnectCode;
import dev.sandboxed.serve.internal.connect.ConnectError;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/**
 * Which users a sandbox knows. Where the provider can run commands as others, every name is tried; elsewhere the two names that
 * every sandbox of E2B knows mean the only user there is.
 *
 * @param canChange whether the provider can run commands as others
 */
public record Callers(boolean canChange) {

    private static final Set<String> USUAL = Set.of("user", "root");

    /**
     * Returns the user that a command is to run as; empty for the sandbox's own.
     *
     * @param authorization the header, with a user and no password
     * @throws ConnectError if there is no such user, or it is no such header
     */
    Optional<String> user(Optional<String> authorization) throws ConnectError {
        if (authorization.isEmpty()) {
            return Optional.empty();
        }
        String name = decode(authorization.get());
        if (canChange) {
            return Optional.of(name);
        }
        if (!USUAL.contains(name)) {
            throw unknown(name);
        }
        return Optional.empty();
    }

    /** Returns whether files may be asked for in the name of a user. */
    public boolean knows(String user) {
        return canChange || USUAL.contains(user);
    }

    static ConnectError unknown(String name) {
        return new ConnectError(ConnectCode.UNAUTHENTICATED, "invalid username: '" + name + "'");
    }

    private static String decode(String header) throws ConnectError {
        if (header.regionMatches(true, 0, "Basic ", 0, 6)) {
            try {
                String pair = new String(
                        Base64.getDecoder().decode(header.substring(6).strip()), StandardCharsets.UTF_8);
                int colon = pair.indexOf(':');
                if (colon > 0) {
                    return pair.substring(0, colon);
                }
            } catch (IllegalArgumentException notBase64) {
                // Told below, as every other form that it must not have.
            }
        }
        throw new ConnectError(
                ConnectCode.UNAUTHENTICATED, "the header Authorization must be Basic with a user and no password");
    }
}
