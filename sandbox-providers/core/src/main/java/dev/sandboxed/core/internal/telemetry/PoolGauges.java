package dev.sandboxed.core.internal.telemetry;

import dev.sandboxed.core.internal.pool.PoolStatistics;
import java.util.function.Supplier;

/** Shows what a pool is doing at any moment. */
interface PoolGauges {

    /** Shows one pool from now on. */
    void watch(Supplier<PoolStatistics> pool);
}
