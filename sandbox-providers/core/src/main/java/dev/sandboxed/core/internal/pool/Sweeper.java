package dev.sandboxed.core.internal.pool;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Looks for what is too old, once in a while, as long as something may become it. Safe from several threads. */
final class Sweeper {

    private final Duration pause;
    private final Executor executor;
    private final BooleanSupplier sweep;
    private final AtomicBoolean comes = new AtomicBoolean();

    /**
     * Does nothing yet.
     *
     * @param pause how long to wait before each look
     * @param executor where to look
     * @param sweep looks; returns whether there is something left to look at
     */
    Sweeper(Duration pause, Executor executor, BooleanSupplier sweep) {
        this.pause = pause;
        this.executor = executor;
        this.sweep = sweep;
    }

    /** Looks after the pause, unless that will happen anyway. */
    void later() {
        if (comes.compareAndSet(false, true)) {
            CompletableFuture.delayedExecutor(pause.toNanos(), TimeUnit.NANOSECONDS, executor)
                    .execute(this::now);
        }
    }

    private void now() {
        comes.set(false);
        if (sweep.getAsBoolean()) {
            later();
        }
    }
}
