package dev.sandboxed.api.internal.thread;

import java.util.function.Supplier;

/** Whoever was interrupted still does something, and is interrupted again afterwards. What comes meanwhile does interrupt it. */
public final class Interruption {

    private Interruption() {}

    /** Does something. */
    public static void postponed(Runnable work) {
        postponed(() -> {
            work.run();
            return Boolean.TRUE;
        });
    }

    /** Does something that has a result. */
    public static <T> T postponed(Supplier<T> work) {
        boolean interrupted = Thread.interrupted();
        try {
            return work.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
