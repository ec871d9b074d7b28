package dev.sandboxed.provider.remote.internal.wire;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/**
 * How often something is asked for again, and after how long. What the service says about that is obeyed.
 *
 * @param most how many tries follow the first at most
 * @param passing which answers are worth another try, where the service does not say it itself
 */
record Patience(int most, Predicate<Answer> passing) {

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** Returns whether an answer is worth another try, after so many that came to nothing. */
    boolean isWorthAnother(Answer answer, int tried) {
        if (tried > most || answer.succeeded() || isFull(answer)) {
            return false;
        }
        return answer.shouldRetry().orElseGet(() -> passing.test(answer));
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
