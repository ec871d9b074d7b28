package dev.sandboxed.provider.remote.internal.e2b.wire;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How often something is asked for again, and after how long. What the service says about that is obeyed.
 *
 * @param most how many tries follow the first at most
 */
record Patience(int most) {

    private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);
    /** The first try of the same creation has not come to its end yet. */
    private static final String IN_PROGRESS = "idempotency_in_progress";

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** Returns whether an answer is worth another try, after so many that came to nothing. */
    boolean isWorthAnother(Answer answer, int tried) {
        if (tried > most || answer.succeeded() || isFull(answer)) {
            return false;
        }
        return answer.shouldRetry()
                .orElse(PASSING.contains(answer.status()) || answer.errorCode().equals(IN_PROGRESS));
    }

    /** Unlike a rate, the number of sandboxes at once does not go down by waiting; the service names no time then. */
    private static boolean isFull(Answer answer) {
        return answer.status() == 429
                && answer.retryAfter().isEmpty()
                && answer.shouldRetry().isEmpty();
    }

    /** Returns how long to wait after an answer. */
    Duration after(Answer answer, int tried) {
        return answer.retryAfter().map(Duration::ofSeconds).orElseGet(() -> afterFailure(tried));
    }

    /** Returns how long to wait where there was no answer: longer each time, and never for all clients the same. */
    Duration afterFailure(int tried) {
        long bound = Math.min(LONGEST.toMillis(), SHORTEST.toMillis() << Math.min(tried, 10));
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(bound / 2, bound + 1));
    }
}
