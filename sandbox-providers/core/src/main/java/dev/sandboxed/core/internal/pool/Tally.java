package dev.sandboxed.core.internal.pool;

import java.util.EnumMap;
import java.util.Map;

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
