package dev.sandboxed.wire.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a service is.
 *
 * @param contract the version of the contract that it keeps
 * @param leaseSeconds after how long without a request the sandboxes of a client are removed
 * @param providers what it makes sandboxes with, the one that is taken unless another is named first
 * @param ahead whether it wants to be told what will be asked for, and makes that ahead; not so, if absent
 */
public record ServiceWords(
        String contract,
        double leaseSeconds,
        List<ProviderWords> providers,
        @Nullable Boolean ahead) {

    /** Returns whether it makes ahead what it is told of. */
    public boolean makesAhead() {
        return Boolean.TRUE.equals(ahead);
    }
}
