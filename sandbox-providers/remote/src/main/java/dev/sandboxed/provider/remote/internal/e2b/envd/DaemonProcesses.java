package dev.sandboxed.provider.remote.internal.e2b.envd;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The processes of one sandbox that somebody listens to, and whether anybody can: nobody can while it is paused. */
public final class DaemonProcesses {

    private static final int LOOK_MILLIS = 200;

    private final Set<DaemonChannel> all = ConcurrentHashMap.newKeySet();
    private int underWay;
    private boolean paused;
    private @Nullable Duration doubt;
    private boolean closed;

    DaemonProcesses() {}

    void add(DaemonChannel channel) {
        all.add(channel);
    }

    void remove(DaemonChannel channel) {
        all.remove(channel);
    }

    /** Something that is told the daemon. */
    @FunctionalInterface
    interface Errand<T> {
        T run() throws IOException;
    }

    /**
     * Tells the daemon something, when somebody listens.
     *
     * @throws InterruptedIOException if the thread is interrupted while nobody does, which it stays
     * @throws IOException if nobody ever will, or the errand fails
     */
    <T> T during(Errand<T> errand) throws IOException {
        enter();
        try {
            return errand.run();
        } finally {
            leave();
        }
    }

    private synchronized void enter() throws IOException {
        long begin = System.nanoTime();
        while (paused && !closed) {
            try {
                wait(LOOK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("Interrupted while the sandbox was paused");
            }
            Duration longest = doubt;
            if (longest != null && System.nanoTime() - begin > longest.toNanos()) {
                throw new IOException(
                        "Nobody knows whether the sandbox runs: it was to be paused, and the service did not"
                                + " answer in " + longest.toSeconds() + " s");
            }
        }
        if (paused) {
            throw new IOException("The sandbox was closed while it was paused");
        }
        underWay++;
    }

    private synchronized void leave() {
        underWay--;
        notifyAll();
    }

    /**
     * Lets all errands wait from now on.
     *
     * @param limit how long those that are under way may take; a process that does not read keeps whoever writes to it for longer
     * @return whether none is under way any more; otherwise somebody has to let them go on
     */
    public synchronized boolean hold(Duration limit) throws InterruptedException {
        paused = true;
        long end = System.nanoTime() + limit.toNanos();
        for (long left = limit.toMillis(); underWay > 0 && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
        return underWay == 0;
    }

    /**
     * Says that nobody knows whether it is paused. Somebody finds out.
     *
     * @param longest how long an errand waits for that
     */
    public synchronized void doubt(Duration longest) {
        doubt = longest;
    }

    /** Returns whether errands wait. */
    synchronized boolean isPaused() {
        return paused;
    }

    /** Returns whether the sandbox was said to be gone. */
    synchronized boolean isClosed() {
        return closed;
    }

    /** Returns whether nobody knows. */
    public synchronized boolean isInDoubt() {
        return doubt != null;
    }

    /** Lets errands go on. */
    public synchronized void letGo() {
        paused = false;
        doubt = null;
        notifyAll();
    }

    /** Says that nobody will listen any more to those that nobody listens to: the sandbox is gone. */
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        all.forEach(DaemonChannel::giveUp);
    }

    /** Returns the words of the supervisors among them, which will be told that something is to be heard. */
    public List<String> drain(String said) {
        all.forEach(channel -> channel.drain(said));
        return all.stream().map(DaemonChannel::word).toList();
    }

    /** Waits until everything that was written before has come through; returns false if it takes too long. */
    public boolean awaitDrained(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (DaemonChannel channel : all) {
            if (!channel.awaitDrained(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) {
                return false;
            }
        }
        return true;
    }

    /** Listens to none of them any more. They must be held still. */
    public void detach() {
        all.forEach(DaemonChannel::detach);
    }

    /** Listens to all of them again that were let go of. One that is gone says so to whoever waits for it. */
    public void attach() {
        all.forEach(DaemonChannel::attach);
    }
}
