package dev.sandboxed.testkit;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Decides how scripted time passes. */
@FunctionalInterface
public interface Pacer {

    /** Returns something that completes when this much time has passed. */
    CompletableFuture<Void> after(Duration time);

    /** Lets all time pass at once: results tell the scripted duration, and no test waits for it. The default. */
    static Pacer instant() {
        return time -> CompletableFuture.completedFuture(null);
    }

    /** Lets time pass as it does for everyone. */
    static Pacer real() {
        return time -> new CompletableFuture<Void>().completeOnTimeout(null, time.toNanos(), TimeUnit.NANOSECONDS);
    }
}
