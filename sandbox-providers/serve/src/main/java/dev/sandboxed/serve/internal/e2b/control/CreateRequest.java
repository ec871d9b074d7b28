package dev.sandboxed.serve.internal.e2b.control;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.serve.internal.e2b.fleet.Fleet;
import dev.sandboxed.serve.internal.e2b.fleet.NewSandbox;
import dev.sandboxed.serve.internal.web.HttpError;
import java.time.Duration;

/** Reads what a sandbox is asked to be. */
final class CreateRequest {

    private CreateRequest() {}

    /**
     * Reads a request.
     *
     * @param usualLifetime how long it lives if the request does not say
     * @throws HttpError if a value is wrong, or asks for what is not there
     */
    static NewSandbox read(Body body, Duration usualLifetime, Fleet fleet) throws HttpError {
        String template = body.text("templateID").orElseThrow(() -> Body.invalid("templateID is missing"));
        body.requireNone("", "mcp", "iam", "volumeMounts");
        SandboxProvider provider = fleet.provider();
        NetworkWish network = NetworkWish.of(body.flag("allow_internet_access", true), body.object("network"));
        return new NewSandbox(
                template,
                lifetime(body, usualLifetime, fleet.rules().longestLife()),
                pausesAtEnd(body, provider),
                body.object("autoResume").flag("enabled", false),
                body.texts("metadata"),
                body.texts("envVars"),
                network.policy(fleet.rules().spec().network(), provider.capabilities(), provider.name()));
    }

    /** Reads a lifetime that is above zero and not longer than any may be. */
    static Duration lifetime(Body body, Duration usual, Duration longest) throws HttpError {
        Duration lifetime = body.number("timeout").map(Duration::ofSeconds).orElse(usual);
        if (lifetime.isZero() || lifetime.isNegative()) {
            throw new HttpError(400, "Timeout must be greater than 0");
        }
        if (lifetime.compareTo(longest) > 0) {
            throw new HttpError(
                    400,
                    "Timeout cannot be greater than " + longest.toHours() + " hours (" + longest.toSeconds() + " s)");
        }
        return lifetime;
    }

    private static boolean pausesAtEnd(Body body, SandboxProvider provider) throws HttpError {
        boolean pauses = body.flag("autoPause", false);
        if (!body.flag("autoPauseMemory", true)) {
            throw new HttpError(400, "autoPauseMemory: false is not supported by this server; leave it out");
        }
        if (pauses && !provider.capabilities().has(Capability.PAUSE)) {
            throw new HttpError(400, "autoPause needs PAUSE, which provider '" + provider.name() + "' does not have");
        }
        return pauses;
    }
}
