package dev.sandboxed.api.spi;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Why a sandbox was destroyed, and whether that is done. Safe from several threads. */
final class Destruction {

    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final CountDownLatch done = new CountDownLatch(1);
    private String reason = "";

    /** Gives the reason; the first one stays. */
    synchronized void because(String why) {
        if (reason.isEmpty()) {
            reason = why;
        }
    }

    synchronized String reason() {
        return reason;
    }

    void done() {
        done.countDown();
    }

    /** Waits for whoever destroys it. */
    void awaitDone(Function<String, Fault> fault) {
        try {
            if (!await(LONGEST)) {
                throw new SandboxDestroyedException(
                        fault.apply("The sandbox is still being destroyed by another thread after "
                                + LONGEST.toSeconds() + " seconds"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether it is done within that time. */
    boolean await(Duration longest) throws InterruptedException {
        return done.await(longest.toNanos(), TimeUnit.NANOSECONDS);
    }
}
