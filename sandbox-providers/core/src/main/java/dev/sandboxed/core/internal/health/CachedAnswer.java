package dev.sandboxed.core.internal.health;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is kept for a while. Those who ask while it is fresh get it at once; one that is no longer fresh is still
 * given, and asked for again in the background; one that nobody wanted for long is asked for again before it is given. A
 * question that fails is an answer, too.
 */
public final class CachedAnswer<T> {

    private static final int STALE = 2;

    private final Supplier<T> question;
    private final Duration fresh;
    private final InstantSource clock;
    private final Executor background;

    private @Nullable CompletableFuture<T> current;
    private boolean refreshing;
    private Instant asked = Instant.EPOCH;

    /**
     * Asks nothing yet.
     *
     * @param fresh for how long an answer is given without asking again
     * @param background where the question is asked
     */
    public CachedAnswer(Supplier<T> question, Duration fresh, InstantSource clock, Executor background) {
        this.question = question;
        this.fresh = fresh;
        this.clock = clock;
        this.background = background;
    }

    /**
     * Returns the answer; throws what the question threw.
     *
     * @throws SandboxInterruptedException if the calling thread is interrupted; the question goes on for others
     */
    public T get() {
        try {
            return answer().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(
                    Fault.of("Interrupted while a provider was asked").cause(e));
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        }
    }

    /** Forgets it, so that whoever asks next gets an answer of that moment. */
    public synchronized void forget() {
        current = null;
    }

    /** Returns when the question was last asked; empty before. */
    synchronized @Nullable Instant lastAsked() {
        return asked.equals(Instant.EPOCH) ? null : asked;
    }

    private synchronized CompletableFuture<T> answer() {
        CompletableFuture<T> known = current;
        Duration age = Duration.between(asked, clock.instant());
        if (known == null || (known.isDone() && age.compareTo(fresh.multipliedBy(STALE)) >= 0)) {
            CompletableFuture<T> first = new CompletableFuture<>();
            current = first;
            ask(first, () -> {});
            return first;
        }
        if (known.isDone() && !refreshing && age.compareTo(fresh) >= 0) {
            refreshing = true;
            CompletableFuture<T> next = new CompletableFuture<>();
            ask(next, () -> replace(known, next));
        }
        return known;
    }

    private void ask(CompletableFuture<T> answer, Runnable then) {
        asked = clock.instant();
        background.execute(() -> {
            try {
                answer.complete(question.get());
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
            then.run();
        });
    }

    /** What was forgotten meanwhile is not replaced by an answer that is older than that. */
    private synchronized void replace(CompletableFuture<T> old, CompletableFuture<T> next) {
        refreshing = false;
        if (current == old) {
            current = next;
        }
    }

    private static RuntimeException thrown(@Nullable Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return (RuntimeException) Objects.requireNonNull(failure);
    }
}
