package dev.sandboxed.serve.internal.e2b.fleet;

import dev.sandboxed.api.spec.NetworkPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What a sandbox is asked to be.
 *
 * @param template name of the template, or id or name of a snapshot
 * @param lifetime how long it runs
 * @param pausesAtEnd whether it is paused at the end of its lifetime instead of killed
 * @param resumesOnRequest whether a request for a paused one resumes it
 * @param metadata words to find it again by
 * @param env environment of every command
 * @param network what it may reach; empty if as the base spec says
 */
public record NewSandbox(
        String template,
        Duration lifetime,
        boolean pausesAtEnd,
        boolean resumesOnRequest,
        Map<String, String> metadata,
        Map<String, String> env,
        Optional<NetworkPolicy> network) {

    public NewSandbox {
        metadata = Map.copyOf(metadata);
        env = Map.copyOf(env);
    }
}
