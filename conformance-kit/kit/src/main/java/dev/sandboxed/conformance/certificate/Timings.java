package dev.sandboxed.conformance.certificate;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How quick a provider is on this machine.
 *
 * @param cold from the call of {@code create} to the end of the first command
 * @param restored the same after a start from a snapshot; absent where there are no snapshots
 * @param exec one command in a sandbox that is there
 */
public record Timings(Spread cold, @Nullable Spread restored, Spread exec) {

    /**
     * The middle and the slow end of some samples.
     *
     * @param p50 half were quicker
     * @param p95 nineteen of twenty were quicker
     * @param samples how many there were
     */
    public record Spread(Duration p50, Duration p95, int samples) {

        /**
         * Returns the spread of samples.
         *
         * @throws IllegalArgumentException if there are none
         */
        public static Spread of(List<Duration> samples) {
            if (samples.isEmpty()) {
                throw new IllegalArgumentException("A spread needs at least one sample, but there was none");
            }
            List<Duration> sorted = samples.stream().sorted().toList();
            return new Spread(at(sorted, 0.50), at(sorted, 0.95), sorted.size());
        }

        private static Duration at(List<Duration> sorted, double share) {
            return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
        }
    }
}
