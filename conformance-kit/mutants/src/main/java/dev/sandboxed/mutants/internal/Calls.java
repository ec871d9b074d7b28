package dev.sandboxed.mutants.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;

/** What the ways to break something have in common. */
public final class Calls {

    private Calls() {}

    /** Does something with files of the host. */
    @FunctionalInterface
    public interface HostCall<T> {
        T call() throws IOException;
    }

    /** Returns what a call returns, or the answer to its failure if that is of a certain type. */
    public static <T, X extends RuntimeException> T caught(Supplier<T> call, Class<X> type, Function<X, T> answer) {
        try {
            return call.get();
        } catch (RuntimeException failure) {
            if (type.isInstance(failure)) {
                return answer.apply(type.cast(failure));
            }
            throw failure;
        }
    }

    /** Returns what a call returns, and throws an {@link UncheckedIOException} instead of a checked one. */
    public static <T> T onHost(HostCall<T> call) {
        try {
            return call.call();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Does nothing for a while. */
    public static void idle(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
