package dev.sandboxed.testkit;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Creation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What goes wrong with the next creations, and how long each takes. Safe from several threads. */
final class Creations {

    private final Deque<Supplier<? extends RuntimeException>> failures = new ArrayDeque<>();
    private volatile Duration takes = Duration.ZERO;

    Creations() {}

    Creations(Creations from) {
        failures.addAll(from.failures);
        takes = from.takes;
    }

    synchronized void fail(int times, Supplier<? extends RuntimeException> failure) {
        if (times < 0) {
            throw new IllegalArgumentException("Creations cannot fail " + times + " times; give 0 or more");
        }
        for (int i = 0; i < times; i++) {
            failures.addLast(failure);
        }
    }

    void take(Duration time) {
        takes = time;
    }

    /** Lets time pass, then fail if that is scripted. */
    void pass(Creation creation, Pacer pacer) {
        Duration allowed = creation.spec().startupTimeout();
        boolean inTime = takes.compareTo(allowed) <= 0;
        await(pacer, inTime ? takes : allowed);
        if (!inTime) {
            throw new SandboxStartException(Fault.of("The sandbox was not ready within its start-up timeout of "
                            + allowed + ": the mock was told to take " + takes)
                    .remedy("allow more with SandboxSpec.startupTimeout"));
        }
        Supplier<? extends RuntimeException> failure = nextFailure();
        if (failure != null) {
            throw failure.get();
        }
    }

    static SandboxStartException scripted() {
        return new SandboxStartException(Fault.of("The mock was told to fail this creation")
                .remedy("none is needed; the creation after the scripted failures works"));
    }

    private synchronized @Nullable Supplier<? extends RuntimeException> nextFailure() {
        return failures.pollFirst();
    }

    private static void await(Pacer pacer, Duration time) {
        try {
            pacer.after(time).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(Fault.of("Interrupted while a sandbox was being created"));
        } catch (ExecutionException e) {
            throw new IllegalStateException("The pacer failed: " + e.getCause(), e);
        }
    }
}
