package dev.sandboxed.provider.docker.internal;

import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.process.internal.thread.Alarm;
import java.io.IOException;

/**
 * Keeps the deadline of a creation while the engine is asked, which may never answer. The asking thread itself is
 * interrupted, since only then nothing is made any more when the time is up and everything is cleaned up.
 */
final class DeadlineGuard {

    private DeadlineGuard() {}

    /** Something that may take long. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException;
    }

    /**
     * Does it in time.
     *
     * @throws dev.sandboxed.api.error.SandboxStartException if the time is up before
     */
    static <T> T during(Deadline deadline, String step, Work<T> work) throws IOException {
        deadline.check(step);
        Thread worker = Thread.currentThread();
        Alarm alarm = Alarm.in(deadline.remaining(), worker::interrupt);
        try {
            return work.run();
        } finally {
            if (!alarm.silence()) {
                // The interruption has come, and concerns nobody else.
                Thread.interrupted();
                deadline.check(step);
            }
        }
    }
}
