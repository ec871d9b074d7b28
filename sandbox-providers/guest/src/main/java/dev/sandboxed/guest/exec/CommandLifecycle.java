package dev.sandboxed.guest.exec;

import dev.sandboxed.process.internal.thread.Alarm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The states of one command in a guest, and what is scheduled for as long as it is not over. Safe for use by several threads:
 * the one that moves the command's output moves it from state to state, and any other may want it killed.
 */
final class CommandLifecycle {

    /** What a command is doing. */
    enum State {
        /** The supervisor is not ready for it yet. */
        WAITING,
        /** The supervisor was asked for it. */
        ASKED,
        /** The supervisor said that it has begun. */
        RUNNING,
        /** It has begun, and is being killed. */
        ENDING,
        /** The supervisor said how it ended. */
        ENDED,
        /** It never began, or nobody can say any more how it ended. */
        LOST;

        /** Returns the states that may follow this one. */
        Set<State> next() {
            return switch (this) {
                case WAITING -> EnumSet.of(ASKED, LOST);
                case ASKED -> EnumSet.of(RUNNING, ENDING, ENDED, LOST);
                case RUNNING -> EnumSet.of(ENDING, ENDED, LOST);
                case ENDING -> EnumSet.of(ENDED, LOST);
                case ENDED, LOST -> EnumSet.noneOf(State.class);
            };
        }

        /** Returns whether nothing more is expected of the command. */
        boolean isOver() {
            return this == ENDED || this == LOST;
        }
    }

    private final List<Alarm> alarms = new ArrayList<>();
    private State state = State.WAITING;
    private boolean begun;
    private boolean killRequested;

    synchronized State state() {
        return state;
    }

    /**
     * Moves to another state and wakes whoever awaits it.
     *
     * @throws IllegalStateException if that state may not follow the present one
     */
    synchronized void moveTo(State next) {
        if (!state.next().contains(next)) {
            throw new IllegalStateException("A command that is " + state + " cannot become " + next);
        }
        state = next;
        begun |= next == State.RUNNING || next == State.ENDING;
        notifyAll();
    }

    /** Moves on when the supervisor says that the command has begun; returns false if that was not to be expected. */
    synchronized boolean begin() {
        if (state != State.ASKED) {
            return false;
        }
        moveTo(killRequested ? State.ENDING : State.RUNNING);
        return true;
    }

    /**
     * Notes that the command must die, which a command that has yet to begin does as soon as it has.
     *
     * @return true if the caller has to kill it; false if it is over, or somebody else kills it already
     */
    synchronized boolean requestKill() {
        if (killRequested || state.isOver()) {
            return false;
        }
        killRequested = true;
        if (state == State.RUNNING) {
            moveTo(State.ENDING);
        }
        return true;
    }

    /** Returns whether it has begun, whatever has become of it since. */
    synchronized boolean hasBegun() {
        return begun;
    }

    synchronized boolean isKillRequested() {
        return killRequested;
    }

    /**
     * Moves to a last state, unless this is over already, and cancels what is scheduled.
     *
     * @throws IllegalStateException if that state may not follow the present one
     */
    void finish(State last) {
        // Those that have gone off by then did so while it was not over.
        cancelAlarms();
        synchronized (this) {
            if (!state.isOver()) {
                moveTo(last);
            }
        }
        // Those that were scheduled meanwhile.
        cancelAlarms();
    }

    private void cancelAlarms() {
        List<Alarm> all;
        synchronized (this) {
            all = List.copyOf(alarms);
            alarms.clear();
        }
        all.forEach(Alarm::silence);
    }

    /** Schedules an action for the case that the command is not over by then; it must not hold up its thread. */
    Alarm schedule(Duration delay, Runnable action) {
        Alarm alarm = Alarm.in(delay, action);
        synchronized (this) {
            alarms.removeIf(Alarm::hasRung);
            alarms.add(alarm);
            if (!state.isOver()) {
                return alarm;
            }
        }
        cancelAlarms();
        return alarm;
    }

    /** Waits until it has begun, which it may even do when it is lost; returns whether it has in time. */
    boolean awaitStart(Duration longest) {
        return await(this::hasBegun, longest);
    }

    /** Waits until nothing more is expected of it; returns whether that is so in time. */
    boolean awaitOver(Duration longest) {
        return await(() -> state().isOver(), longest);
    }

    /** An interruption ends the wait and is kept. */
    private synchronized boolean await(BooleanSupplier condition, Duration longest) {
        long end = System.nanoTime() + longest.toNanos();
        try {
            for (long left = end - System.nanoTime();
                    left > 0 && !condition.getAsBoolean();
                    left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return condition.getAsBoolean();
    }
}
