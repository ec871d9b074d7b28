package dev.sandboxed.api.spi;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Makes several sandboxes of one saved state, beside each other, and deletes that state afterwards. */
final class Forking {

    private final Snapshot saved;
    private final SandboxSpec spec;
    private final Snapshots snapshots;
    private final Queue<Sandbox> made = new ConcurrentLinkedQueue<>();
    private final Deque<Throwable> failures = new ConcurrentLinkedDeque<>();
    private boolean interrupted;

    /**
     * Saves a sandbox and makes copies of it.
     *
     * @throws IllegalArgumentException if fewer than one is asked for
     */
    static List<Sandbox> of(int copies, Sandbox sandbox, Supplier<Snapshots> snapshots) {
        if (copies < 1) {
            throw new IllegalArgumentException(
                    "A sandbox can be copied once or more often, but not " + copies + " times");
        }
        Snapshot saved = sandbox.snapshot(SnapshotOptions.ALL);
        return new Forking(saved, sandbox.spec(), snapshots.get()).into(copies);
    }

    /** Stands for the snapshots of a sandbox that no provider has handed over yet. */
    static Snapshots nobody() {
        throw new IllegalStateException("A sandbox is copied when its provider has handed it over");
    }

    /** Seed files are in the state already, perhaps changed by now: nobody writes them again. */
    private Forking(Snapshot saved, SandboxSpec spec, Snapshots snapshots) {
        this.saved = saved;
        this.spec = spec.toBuilder().withoutSeedFiles().build();
        this.snapshots = snapshots;
    }

    /** Returns the copies, or closes those that were made and throws if one could not be. */
    private List<Sandbox> into(int copies) {
        restore(copies);
        attempt(() -> snapshots.delete(saved));
        if (failures.isEmpty()) {
            return List.copyOf(made);
        }
        made.forEach(copy -> attempt(copy::close));
        Throwable first = failures.removeFirst();
        failures.forEach(first::addSuppressed);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (first instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) first;
    }

    private void restore(int copies) {
        ExecutorService workers = Executors.newFixedThreadPool(
                Math.min(copies, Runtime.getRuntime().availableProcessors()));
        Callable<Optional<Void>> one = () -> {
            attempt(() -> made.add(snapshots.restore(saved, spec)));
            return Optional.empty();
        };
        try {
            workers.invokeAll(Collections.nCopies(copies, one));
        } catch (InterruptedException e) {
            // The flag is set again when all is cleaned up: what is interrupted itself cannot do that.
            interrupted = true;
            workers.shutdownNow();
            awaitEnd(workers);
            failures.addFirst(new SandboxInterruptedException(
                    Fault.of("Interrupted while a sandbox was copied").cause(e)));
        } finally {
            workers.shutdown();
        }
    }

    /** Whoever is interrupted while it creates a sandbox leaves nothing, and may have been done just before. */
    private void awaitEnd(ExecutorService workers) {
        try {
            workers.awaitTermination(spec.startupTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException again) {
            // The threads close what they make themselves when the provider is closed.
        }
    }

    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            failures.add(e);
        }
    }
}
