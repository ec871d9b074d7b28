package dev.sandboxed.api.spi;

import dev.sandboxed.api.SandboxState;
import java.time.Duration;

/** The state of a sandbox, for those who wait until it is another one. Safe from several threads. */
final class StateCell {

    private volatile SandboxState state = SandboxState.RUNNING;

    SandboxState get() {
        return state;
    }

    boolean is(SandboxState one) {
        return state == one;
    }

    /** Changes one state for another; returns whether it was the one. Being destroyed is for ever. */
    synchronized boolean change(SandboxState from, SandboxState to) {
        if (state != from) {
            return false;
        }
        state = to;
        notifyAll();
        return true;
    }

    /** Returns whether this was the call that destroyed it. */
    synchronized boolean destroy() {
        boolean first = state != SandboxState.DESTROYED;
        state = SandboxState.DESTROYED;
        notifyAll();
        return first;
    }

    /** Waits for a state, or for the one that no other follows; returns whether one of them was reached in time. */
    synchronized boolean await(SandboxState wanted, Duration timeout) throws InterruptedException {
        Deadline deadline = Deadline.in(timeout);
        while (state != wanted && state != SandboxState.DESTROYED) {
            if (deadline.hasPassed()) {
                return false;
            }
            // Of a part of a millisecond nothing would be left, which would be for ever.
            wait(deadline.remaining().toMillis() + 1);
        }
        return true;
    }
}
