package dev.sandboxed.provider.local.store;

import dev.sandboxed.api.Owner;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is kept on disk about a sandbox, for other processes to list it and to remove it when its owner is gone.
 *
 * @param id its id, which is also the marker of its processes
 * @param owner the process it dies with
 * @param labels the words of its spec
 * @param created when it was made
 * @param expires when its time to live ends, if it has one
 */
public record SandboxRecord(
        String id,
        Owner owner,
        Map<String, String> labels,
        Instant created,
        @Nullable Instant expires) {}
