package dev.sandboxed.core.internal.pool;

import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SeedFile;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import java.util.Optional;

/** Decides which sandboxes can be made before they are wanted without anybody noticing. */
public final class Poolable {

    private Poolable() {}

    /** Returns why a sandbox must be created when it is wanted and not before; empty where it need not. */
    public static Optional<String> whyNot(ProviderRequest request) {
        SandboxSpec spec = request.spec();
        if (spec.timeToLive().isPresent()) {
            return Optional.of("its time to live would begin before the claim");
        }
        if (!request.lasting().containsAll(spec.mounts())) {
            return Optional.of("it mounts folders of the host, which may not be there yet, or change until the claim");
        }
        return spec.seedFiles().stream().anyMatch(SeedFile.FromHost.class::isInstance)
                ? Optional.of("it is seeded with files of the host, which may change until the claim")
                : Optional.empty();
    }
}
