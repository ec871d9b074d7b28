package dev.sandboxed.core.internal.health;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * That threads which ask and forget at the same time get answers that could have come one after the other: those who ask
 * share one question until somebody forgets, and nobody gets an answer from before that.
 */
@Order(1)
class CachedAnswerConcurrencyTests {

    /** One thread, so that questions are answered in the order in which they were asked. */
    private static final ExecutorService BACKGROUND = Executors.newSingleThreadExecutor();

    @AfterAll
    static void end() {
        BACKGROUND.shutdownNow();
    }

    @Test
    void answersAreThoseOfSomeOrder() {
        new StressOptions()
                .iterations(10)
                .invocationsPerIteration(100)
                .threads(3)
                .actorsPerThread(3)
                .minimizeFailedScenario(false)
                .check(Asked.class);
    }

    /** The answer is how often the question was asked. */
    public static class Asked {

        private final AtomicInteger questions = new AtomicInteger();
        private final CachedAnswer<Integer> answer =
                new CachedAnswer<>(questions::incrementAndGet, Duration.ofDays(1), Asked::now, BACKGROUND);

        /** Lets others go first, in the middle of what must not be interrupted by them. */
        private static Instant now() {
            LockSupport.parkNanos(1);
            return Instant.EPOCH.plusSeconds(1);
        }

        @Operation
        public int get() {
            return answer.get();
        }

        @Operation
        public void forget() {
            answer.forget();
        }
    }
}
