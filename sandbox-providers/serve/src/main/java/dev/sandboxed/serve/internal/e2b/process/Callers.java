package dev.sandboxed.serve.internal.e2b.process;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.serve.internal.connect.ConnectCode;
import dev.sandboxed.serve.internal.connect.ConnectError;
import dev.sandboxed.serve.internal.web.HttpError;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which users a sandbox knows. Where the provider can run commands as others, names are looked up inside; elsewhere the two names
 * that every sandbox of E2B knows mean the only user there is. Safe from several threads.
 */
public final class Callers {

    private static final Set<String> USUAL = Set.of("user", "root");
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(10);

    private final Sandbox sandbox;
    private final boolean canChange;
    /** Those that were found. Who was not may be added at any time. */
    private final Set<String> found = ConcurrentHashMap.newKeySet();

    /**
     * Creates the users of a sandbox.
     *
     * @param canChange whether the provider can run commands as others
     */
    public Callers(Sandbox sandbox, boolean canChange) {
        this.sandbox = sandbox;
        this.canChange = canChange;
    }

    /**
     * Returns the user that a command is to run as; empty for the sandbox's own. Where the provider can run commands as others, it
     * is the start that fails if there is no such user.
     *
     * @param authorization the header, with a user and no password
     * @throws ConnectError if it is known that there is no such user, or it is no such header
     */
    Optional<String> user(Optional<String> authorization) throws ConnectError {
        if (canChange && authorization.isPresent()) {
            return Optional.of(decode(authorization.get()));
        }
        require(authorization);
        return Optional.empty();
    }

    /**
     * Checks who calls.
     *
     * @param authorization the header, with a user and no password
     * @throws ConnectError if there is no such user, or it is no such header
     */
    public void require(Optional<String> authorization) throws ConnectError {
        if (authorization.isEmpty()) {
            return;
        }
        String name = decode(authorization.get());
        try {
            if (!knows(name)) {
                throw unknown(name);
            }
        } catch (SandboxException e) {
            throw new ConnectError(ConnectCode.UNAVAILABLE, e.what());
        }
    }

    /**
     * Checks in whose name files are asked for.
     *
     * @throws HttpError if there is no such user
     */
    public void requireForFiles(String user) throws HttpError {
        try {
            if (!knows(user)) {
                throw new HttpError(401, "error looking up user '" + user + "': there is no such user");
            }
        } catch (SandboxException e) {
            throw new HttpError(500, e.what());
        }
    }

    private boolean knows(String user) {
        if (!canChange) {
            return USUAL.contains(user);
        }
        if (!found.contains(user) && isInside(user)) {
            found.add(user);
        }
        return found.contains(user);
    }

    private boolean isInside(String user) {
        Command look;
        try {
            look = Command.of("id", "-u", "--", user).timeout(LONGEST_LOOK);
        } catch (IllegalArgumentException noWord) {
            return false;
        }
        return sandbox.exec(look).succeeded();
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
