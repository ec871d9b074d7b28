package dev.sandboxed.testkit;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Holds commands back until a test lets them go, and tells when one has arrived. Once open it stays open. */
public final class Gate {

    private final CompletableFuture<Void> arrived = new CompletableFuture<>();
    private final CompletableFuture<Void> opened = new CompletableFuture<>();

    private Gate() {}

    public static Gate closed() {
        return new Gate();
    }

    /** Lets everyone go, those who come later too. Opening twice is fine. */
    public void open() {
        opened.complete(null);
    }

    public boolean isOpen() {
        return opened.isDone();
    }

    /**
     * Waits until a command stands at the gate, or has passed it.
     *
     * @throws IllegalStateException if none arrives within the given time
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public void awaitArrival(Duration atMost) throws InterruptedException {
        try {
            arrived.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new IllegalStateException(
                    "No command arrived at the gate within " + atMost + "; check that its answer is reached", e);
        }
    }

    CompletableFuture<Void> arrive() {
        arrived.complete(null);
        return opened;
    }
}
