package dev.sandboxed.core.internal.pool;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts what a pool does. Not safe from several threads. */
final class Tally {

    private long hits;
    private long waits;
    private final Map<MissReason, Long> misses = new EnumMap<>(MissReason.class);
    private long created;
    private long destroyed;
    private long wasted;

    void hit(boolean waited) {
        if (waited) {
            waits++;
        } else {
            hits++;
        }
    }

    /** Counts a claim whose sandbox was asked for elsewhere; there is no reason if it was ready there. */
    void claimed(@Nullable MissReason reason) {
        if (reason == null) {
            hit(false);
        } else {
            missed(reason);
        }
    }

    void missed(MissReason reason) {
        misses.merge(reason, 1L, Long::sum);
    }

    void created() {
        created++;
    }

    void destroyed() {
        destroyed++;
    }

    void wasted() {
        wasted++;
    }

    PoolStatistics with(Stock stock) {
        return new PoolStatistics(
                hits, waits, misses, created, destroyed, wasted, stock.ready(), stock.making(), stock.inUse());
    }
}
