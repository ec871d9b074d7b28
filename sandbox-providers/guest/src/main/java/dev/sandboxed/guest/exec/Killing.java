package dev.sandboxed.guest.exec;

import dev.sandboxed.process.Alarm;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Sees to it that a command ends: when its time is up, or when somebody wants it dead. */
final class Killing {

    private static final Logger LOG = System.getLogger(Killing.class.getName());
    /** How long the dead may take to be told as such before nobody listens to them any more. */
    private static final Duration GRACE = Duration.ofSeconds(2);
    /** A process that is being started when everything is killed shows up a moment later. */
    private static final Duration AGAIN = Duration.ofMillis(100);

    private final Runnable kill;
    private final Supervisor supervisor;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch settled = new CountDownLatch(1);
    private final AtomicBoolean underWay = new AtomicBoolean();

    Killing(Runnable kill, Supervisor supervisor) {
        this.kill = kill;
        this.supervisor = supervisor;
    }

    void begun() {
        begun.countDown();
    }

    boolean hasBegun() {
        return begun.getCount() == 0;
    }

    synchronized void ended() {
        ended.countDown();
    }

    /** A command that has ended is left alone: its supervisor may have been given the next one already. */
    private synchronized boolean begins() {
        return ended.getCount() > 0 && underWay.compareAndSet(false, true);
    }

    /** Kill on a thread of its own, once. */
    void inBackground() {
        if (begins()) {
            Thread thread = new Thread(this::untilDead, "sandboxed-kill");
            thread.setDaemon(true);
            try {
                thread.start();
            } catch (Error noMoreThreads) {
                giveUp();
                throw noMoreThreads;
            }
        }
    }

    /** Kill, and wait until the command is told as dead; whoever reads its output must be another thread. */
    void killAndWait() {
        inBackground();
        await(ended, GRACE.multipliedBy(2));
    }

    /** Wait, after the end of a command that had to die, until all that it started is dead as well. */
    void awaitSettled() {
        if (underWay.get()) {
            await(settled, GRACE.multipliedBy(2));
        }
    }

    /** Tell whether the command must die, which needs to be heard of. */
    boolean isUnderWay() {
        return underWay.get();
    }

    private void untilDead() {
        long end = System.nanoTime() + GRACE.toNanos();
        // Killing takes the same way in, and may hang as well.
        Alarm last = Alarm.in(GRACE.multipliedBy(2), this::giveUp);
        await(begun, GRACE);
        try {
            // At least once: whoever was interrupted hears nothing more of the command, and calls that its end.
            do {
                kill.run();
                await(ended, AGAIN);
            } while (ended.getCount() > 0 && System.nanoTime() < end);
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "A command could not be killed", e);
        } finally {
            last.silence();
            if (ended.getCount() > 0) {
                giveUp();
            }
            settled.countDown();
        }
    }

    /** Nobody waits for it any longer, whatever it does. */
    private void giveUp() {
        supervisor.close();
        settled.countDown();
    }

    private static void await(CountDownLatch latch, Duration longest) {
        try {
            latch.await(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
