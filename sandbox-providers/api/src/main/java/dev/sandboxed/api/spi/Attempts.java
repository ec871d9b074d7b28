package dev.sandboxed.api.spi;

import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Steps that are all tried though some of them throw exceptions, as when several things are closed: no failure keeps the next one from
 * being closed, and none hides another. An {@link Error} is no such failure and goes through. Safe from several threads.
 */
public final class Attempts {

    private final Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();

    /**
     * Takes a step for each of several things.
     *
     * @throws RuntimeException the first failure, with the others as suppressed
     */
    public static <T> void forEach(Collection<T> things, Consumer<? super T> step) {
        Attempts attempts = new Attempts();
        things.forEach(thing -> attempts.attempt(() -> step.accept(thing)));
        attempts.throwFailures();
    }

    /** Takes a step; a failure is kept. */
    public void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            failures.add(e);
        }
    }

    /** Keeps a failure that came to pass elsewhere. */
    public void add(RuntimeException failure) {
        failures.add(failure);
    }

    /**
     * Ends the steps so far.
     *
     * @throws RuntimeException the first failure, with the others as suppressed, if there was one
     */
    public void throwFailures() {
        RuntimeException first = failures.poll();
        if (first == null) {
            return;
        }
        for (RuntimeException next = failures.poll(); next != null; next = failures.poll()) {
            if (next != first) {
                first.addSuppressed(next);
            }
        }
        throw first;
    }
}
