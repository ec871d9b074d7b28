package dev.sandboxed.serve.internal.e2b.fleet;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.serve.internal.web.Ids;
import dev.sandboxed.serve.internal.web.Timers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A sandbox that is served, with what the service knows about it besides. */
public final class Resident {

    private final String id = "i" + Ids.next();
    private final String token = Ids.secret();
    private final NewSandbox wish;
    private final Sandbox sandbox;
    private final Instant startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final List<Runnable> whenCutOff = new CopyOnWriteArrayList<>();
    private final List<Runnable> whenKilled = new CopyOnWriteArrayList<>();
    private Phase phase = Phase.RUNNING;
    private Instant runsSince = startedAt;
    private Instant endAt = startedAt;
    private @Nullable Future<?> timer;

    Resident(NewSandbox wish, Sandbox sandbox) {
        this.wish = wish;
        this.sandbox = sandbox;
    }

    public String id() {
        return id;
    }

    /** Returns what every request to its daemon must carry. */
    public String token() {
        return token;
    }

    /** Returns whether a token is its own; how long that takes tells nothing about it. */
    public boolean isToken(String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    public NewSandbox wish() {
        return wish;
    }

    public Sandbox sandbox() {
        return sandbox;
    }

    public Instant startedAt() {
        return startedAt;
    }

    /** Returns when it was created or last resumed. */
    synchronized Instant runsSince() {
        return runsSince;
    }

    /** Begins its life anew, as far as that is limited. */
    synchronized void runsFromNow() {
        runsSince = Instant.now();
    }

    public synchronized Instant endAt() {
        return endAt;
    }

    public synchronized Phase phase() {
        return phase;
    }

    public boolean isRunning() {
        return phase() == Phase.RUNNING && sandbox.state() == SandboxState.RUNNING;
    }

    /** Runs something whenever everybody who talks to it is cut off: when it is paused, and when it is killed. */
    public void whenCutOff(Runnable action) {
        whenCutOff.add(action);
    }

    /** Runs something when it is gone, at once if it is. */
    public void whenKilled(Runnable action) {
        whenKilled.add(action);
        if (phase() == Phase.KILLED) {
            action.run();
        }
    }

    /** Returns whether it was where it was thought to be. */
    synchronized boolean change(Phase from, Phase to) {
        boolean there = phase == from;
        phase = there ? to : phase;
        notifyAll();
        return there;
    }

    /**
     * Waits while it is being paused or resumed.
     *
     * @return whether that was over within the time
     */
    synchronized boolean settles(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        for (long left = most.toNanos(); phase.passes() && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return !phase.passes();
    }

    /** Returns whether nobody was first. */
    synchronized boolean beginKill() {
        boolean first = phase != Phase.KILLED;
        phase = Phase.KILLED;
        notifyAll();
        return first;
    }

    void cutOff() {
        whenCutOff.forEach(Runnable::run);
    }

    void killed() {
        whenKilled.forEach(Runnable::run);
    }

    /** Lets its lifetime end at another moment. */
    synchronized void endAt(Instant moment, Timers timers, Runnable action) {
        stopTimer();
        endAt = moment.truncatedTo(ChronoUnit.MILLIS);
        Duration left = Duration.between(Instant.now(), moment);
        timer = timers.after(left.isNegative() ? Duration.ZERO : left, action);
    }

    synchronized void stopTimer() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}
