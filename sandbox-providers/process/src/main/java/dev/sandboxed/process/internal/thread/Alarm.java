package dev.sandboxed.process.internal.thread;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Does something when a time is up, unless it is silenced before. Costs no thread of its own. */
public final class Alarm {

    private final CompletableFuture<Void> quiet = new CompletableFuture<>();
    private final CompletableFuture<Void> rung;

    private Alarm(Duration time, Runnable action) {
        rung = quiet.orTimeout(Math.max(1, time.toNanos()), TimeUnit.NANOSECONDS)
                .whenComplete((end, late) -> {
                    if (late != null) {
                        action.run();
                    }
                });
    }

    /** Set it. The action runs on a thread that it must not hold up. */
    public static Alarm in(Duration time, Runnable action) {
        return new Alarm(time, action);
    }

    /** Keeps it from ringing; tells whether that was in time. When it was not, the action has been run. */
    public boolean silence() {
        boolean inTime = quiet.complete(null);
        rung.handle((end, late) -> late).join();
        return inTime;
    }

    public boolean hasRung() {
        return quiet.isCompletedExceptionally();
    }
}
