package dev.sandboxed.serve.internal.e2b.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who listens to a process. What has not been taken yet is bounded: one who does not keep up holds the process back,
 * until the connection's own time-out ends that.
 */
final class Attachment {

    private static final int WAITING = 64;

    private final BlockingQueue<ProcessEvent> events = new ArrayBlockingQueue<>(WAITING);
    private volatile boolean detached;

    /** Sends an event, waiting for room. Called by one thread at a time. */
    void tell(ProcessEvent event) throws InterruptedException {
        if (!detached) {
            events.put(event);
        }
    }

    /** Sends the last event, from any thread, in place of all that still wait; nothing more follows. */
    void tellLast(ProcessEvent event) {
        detach();
        // There is room: at most one event can have slipped in since.
        events.offer(event);
    }

    /** Takes what is there, waiting for the first; nothing if there is none within the time. */
    List<ProcessEvent> take(Duration most) throws InterruptedException {
        @Nullable ProcessEvent first = events.poll(most.toNanos(), TimeUnit.NANOSECONDS);
        List<ProcessEvent> taken = new ArrayList<>();
        if (first != null) {
            taken.add(first);
            events.drainTo(taken);
        }
        return taken;
    }

    /** Listens no more; whoever waits for room goes on. */
    void detach() {
        detached = true;
        events.clear();
    }
}
