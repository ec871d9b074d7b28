package dev.sandboxed.core.internal.pool;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Thrown when a claim got no sandbox in time because as many live as may. */
public final class PoolExhaustedException extends SandboxException {

    private static final long serialVersionUID = 1L;

    PoolExhaustedException(Fault fault) {
        super("pool-exhausted", fault);
    }

    /** Returns what to throw at a claim that has waited in vain. */
    static PoolExhaustedException after(
            Duration waited, int live, PoolStatistics statistics, @Nullable Throwable lastFailure) {
        return new PoolExhaustedException(Fault.of("No sandbox was released within " + waited.toSeconds()
                        + " s, and as many live as may, " + live + ": " + statistics
                        + (lastFailure == null ? "" : "; the last that failed said: " + lastFailure.getMessage()))
                .remedy("close sandboxes earlier, run fewer tests at once, or raise sandbox.poolLive")
                .cause(lastFailure));
    }
}
