package dev.sandboxed.guest.exec;

import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The supervisors of one guest: keeps those that wait for work, and starts more ahead of time where there are none left.
 * Nothing is started under the lock.
 */
final class Supervisors implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Supervisors.class.getName());
    /** How many wait at most. */
    private static final int MOST = 4;
    /** A command that is over by then gives its supervisor back, and no other is needed. */
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private static final Executor SOON = task -> DaemonThread.start("sandboxed-supervisor", task);

    private final GuestRuntime runtime;
    private final Deque<Supervisor> waiting = new ArrayDeque<>();
    private int starting;
    private boolean closed;

    Supervisors(GuestRuntime runtime, Supervisor first) {
        this.runtime = runtime;
        waiting.add(first);
    }

    /** Returns one for a command of the guest's own user: one that waits, or else a new one. */
    Supervisor take(boolean forGood) throws IOException {
        Supervisor found;
        boolean none;
        synchronized (this) {
            found = waiting.poll();
            none = waiting.stream().noneMatch(Supervisor::isReady);
        }
        if (none) {
            Executor when = forGood
                    ? SOON
                    : CompletableFuture.delayedExecutor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS, SOON);
            when.execute(this::keepOneWaiting);
        }
        return found == null ? start(null) : found;
    }

    /** Starts one now, as another user if one is named. */
    Supervisor start(@Nullable String user) throws IOException {
        String word = SupervisorScript.word();
        GuestProcess process =
                new GuestProcess(SupervisorScript.serving(word), SupervisorScript.environment(), user, null);
        return new Supervisor(runtime.start(process), word);
    }

    /** Makes sure that one waits, so that a guest that has no room for another process can still be served. */
    void keepOneWaiting() {
        keepWaiting(1);
    }

    boolean anyWaiting() {
        synchronized (this) {
            return !waiting.isEmpty();
        }
    }

    /** Starts one if fewer wait. */
    void keepWaiting(int wanted) {
        closeUseless();
        synchronized (this) {
            if (closed || starting > 0 || waiting.size() >= wanted) {
                return;
            }
            starting++;
        }
        Supervisor fresh = null;
        try {
            fresh = start(null);
            if (fresh.hello().isPresent()) {
                giveBack(fresh);
                fresh = null;
            }
        } catch (IOException | RuntimeException e) {
            // Whoever needs one starts it then, and is told why that fails.
            LOG.log(Level.DEBUG, "No supervisor could be started ahead of time", e);
        } finally {
            synchronized (this) {
                starting--;
            }
            if (fresh != null) {
                fresh.close();
            }
        }
    }

    /** Closes those that turn out to be of no more use, among those that have yet to say so. */
    private void closeUseless() {
        List<Supervisor> silent;
        synchronized (this) {
            silent = waiting.stream().filter(one -> !one.isReady()).toList();
            waiting.removeAll(silent);
        }
        for (Supervisor one : silent) {
            if (isReadyNow(one)) {
                giveBack(one);
            } else {
                one.close();
            }
        }
    }

    private static boolean isReadyNow(Supervisor supervisor) {
        try {
            return supervisor.awaitReady();
        } catch (IOException e) {
            return false;
        }
    }

    /** Takes back one that can be asked for more, or will say that it cannot; the one that came last has to wait longest. */
    void giveBack(Supervisor supervisor) {
        synchronized (this) {
            if (!closed && waiting.size() < MOST) {
                waiting.add(supervisor);
                return;
            }
        }
        supervisor.close();
    }

    @Override
    public void close() {
        Deque<Supervisor> left;
        synchronized (this) {
            closed = true;
            left = new ArrayDeque<>(waiting);
            waiting.clear();
        }
        left.forEach(Supervisor::close);
    }
}
