package dev.sandboxed.core.internal.pool;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a pool did so far, and what it holds.
 *
 * @param hits claims that got a sandbox at once
 * @param waits claims that waited for one that was being made
 * @param misses claims that had to create one, by the reason
 * @param created sandboxes that were created
 * @param destroyed sandboxes that were destroyed
 * @param wasted sandboxes that nobody has claimed
 * @param ready sandboxes that are ready now
 * @param making sandboxes that are being made ahead now
 * @param inUse sandboxes that are claimed, or not destroyed yet
 */
public record PoolStatistics(
        long hits,
        long waits,
        Map<MissReason, Long> misses,
        long created,
        long destroyed,
        long wasted,
        int ready,
        int making,
        int inUse) {

    public PoolStatistics {
        misses = misses.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(misses));
    }

    /** Returns it in one line. */
    @Override
    public String toString() {
        String reasons = misses.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(miss -> miss.getValue() + " " + miss.getKey().written())
                .collect(Collectors.joining(", ", " (", ")"));
        long missed = misses.values().stream().mapToLong(Long::longValue).sum();
        return hits + " hits, " + waits + " waits, " + missed + " misses" + (missed == 0 ? "" : reasons) + ", "
                + created
                + " created, " + destroyed + " destroyed, " + wasted + " wasted, " + ready + " ready, " + making
                + " being made, " + inUse + " in use";
    }
}
