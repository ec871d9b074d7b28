package dev.sandboxed.process.internal.owner;

import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.error.SandboxException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Removes what dead owners have left, several at once: most of it is waiting for a kernel, an engine or a service. */
public final class Reaping {

    private static final int AT_ONCE = 8;

    private Reaping() {}

    /** Removes one of them. */
    @FunctionalInterface
    public interface Removal<T> {

        /**
         * Removes a sandbox.
         *
         * @throws IOException if something of it is left
         * @throws SandboxException if something of it is left
         */
        void of(T orphan) throws IOException;
    }

    /**
     * Removes sandboxes, and waits until all are gone or could not be removed. Whoever is interrupted meanwhile has begun with
     * some of them; the others are told as failures, and the interruption is kept.
     *
     * @param id what each is called in the report
     * @throws IllegalStateException if a removal fails in another way than it may
     */
    public static <T> ReapReport remove(List<T> orphans, Function<T, String> id, Removal<T> removal) {
        if (orphans.isEmpty()) {
            return new ReapReport(List.of(), List.of());
        }
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(AT_ONCE, orphans.size()), task -> {
            Thread thread = new Thread(task, "sandboxed-reaping");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<Optional<String>>> removals = new ArrayList<>();
            orphans.forEach(orphan -> removals.add(threads.submit(() -> attempt(orphan, removal))));
            List<String> removed = new ArrayList<>();
            List<String> failures = new ArrayList<>();
            for (int i = 0; i < removals.size(); i++) {
                String name = id.apply(orphans.get(i));
                failure(removals.get(i), threads)
                        .ifPresentOrElse(why -> failures.add(name + ": " + why), () -> removed.add(name));
            }
            return new ReapReport(removed, failures);
        } finally {
            threads.shutdownNow();
        }
    }

    private static <T> Optional<String> attempt(T orphan, Removal<T> removal) {
        try {
            removal.of(orphan);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.toString());
        } catch (SandboxException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<String> failure(Future<Optional<String>> removal, ExecutorService threads) {
        try {
            return removal.get();
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        } catch (CancellationException e) {
            return Optional.of("interrupted");
        } catch (ExecutionException e) {
            throw new IllegalStateException("Removing what was left failed: " + e.getCause(), e.getCause());
        }
    }
}
