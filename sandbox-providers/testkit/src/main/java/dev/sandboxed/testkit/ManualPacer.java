package dev.sandboxed.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A pacer whose time stands still until a test moves it on. */
public final class ManualPacer implements Pacer {

    private final List<Waiting> waiting = new ArrayList<>();
    private Duration now = Duration.ZERO;

    @Override
    public CompletableFuture<Void> after(Duration time) {
        if (time.isZero()) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> due = new CompletableFuture<>();
        synchronized (waiting) {
            waiting.add(new Waiting(now.plus(time), due));
            waiting.notifyAll();
        }
        return due;
    }

    /** Moves time on; everything that is due by then goes on, the earliest first. */
    public void advance(Duration time) {
        List<Waiting> due;
        synchronized (waiting) {
            now = now.plus(time);
            due = waiting.stream()
                    .filter(one -> one.at().compareTo(now) <= 0)
                    .sorted((a, b) -> a.at().compareTo(b.at()))
                    .toList();
            waiting.removeAll(due);
        }
        // Completed outside the lock, since whoever wakes up may ask for more time at once.
        due.forEach(one -> one.due().complete(null));
    }

    /**
     * Waits until so many commands or creations stand still at a delay.
     *
     * @throws IllegalStateException if they do not arrive within the given time of the real clock
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public void awaitWaiting(int count, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        synchronized (waiting) {
            while (waiting.size() < count) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    throw new IllegalStateException(waiting.size() + " of " + count + " arrived at a delay within "
                            + atMost + "; check that the scripted answers are reached");
                }
                waiting.wait(left / 1_000_000 + 1);
            }
        }
    }

    private record Waiting(Duration at, CompletableFuture<Void> due) {}
}
