package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.core.internal.health.BackgroundThread;
import dev.sandboxed.junit.internal.plan.ClaimPlan;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A plan that is made in the background while JUnit begins to run it. Safe from several threads. */
final class Planning {

    private static final Logger LOG = System.getLogger(Planning.class.getName());

    private final CountDownLatch done = new CountDownLatch(1);
    private final List<String> endedMeanwhile = new ArrayList<>();
    private @Nullable ClaimPlan plan;

    /** Begins to make it. What goes wrong is put on record: the tests go on as if nobody had planned. */
    static Planning begin(Supplier<@Nullable ClaimPlan> planner) {
        Planning planning = new Planning();
        BackgroundThread.start("sandboxed-planning", () -> planning.make(planner));
        return planning;
    }

    private void make(Supplier<@Nullable ClaimPlan> planner) {
        try {
            ClaimPlan made = planner.get();
            synchronized (this) {
                plan = made;
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.log(Level.WARNING, "What the tests will need is not known, nothing is made ahead", e);
        } finally {
            done.countDown();
        }
        List<String> ended;
        synchronized (this) {
            ended = List.copyOf(endedMeanwhile);
        }
        ended.forEach(this::ended);
    }

    /** Returns the plan when it is made; null if there is none. */
    @Nullable
    ClaimPlan await() {
        boolean interrupted = false;
        while (done.getCount() > 0) {
            try {
                done.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return plan();
    }

    /** Takes down that a test or container has ended, or was skipped. */
    void ended(String id) {
        synchronized (this) {
            if (done.getCount() > 0) {
                endedMeanwhile.add(id);
                return;
            }
        }
        ClaimPlan made = plan();
        if (made != null) {
            made.ended(id);
        }
    }

    /** Takes down that nothing will be claimed any more. */
    void endedAll() {
        ClaimPlan made = await();
        if (made != null) {
            made.endedAll();
        }
    }

    private synchronized @Nullable ClaimPlan plan() {
        return plan;
    }
}
