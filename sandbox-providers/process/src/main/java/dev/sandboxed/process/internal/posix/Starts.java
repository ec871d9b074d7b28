package dev.sandboxed.process.internal.posix;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The moments in which children are being started. A child holds copies of all files that this process has open until it
 * becomes its program, and nobody can execute a file that somebody has open for writing.
 */
public final class Starts {

    /** Starts share it, and waiting for them is taking it alone. Fair, so that a row of starts keeps nobody waiting. */
    private static final ReadWriteLock MOMENT = new ReentrantReadWriteLock(true);

    private Starts() {}

    /**
     * Starts a child, and returns when it has become its program.
     *
     * @param <T> what stands for the child
     * @param <E> what is thrown if it cannot be started
     */
    public interface Start<T, E extends Exception> {

        /** Starts it. */
        T start() throws E;
    }

    /** Starts a child. */
    public static <T, E extends Exception> T during(Start<T, E> start) throws E {
        MOMENT.readLock().lock();
        try {
            return start.start();
        } finally {
            MOMENT.readLock().unlock();
        }
    }

    /**
     * Waits for the children that are just being started, so that none of them holds a file any more that was closed before.
     * Children that others than this library start in this JVM are not known here.
     */
    public static void awaitThoseUnderWay() {
        MOMENT.writeLock().lock();
        try {
            // To have been alone for a moment is all that is wanted.
        } finally {
            MOMENT.writeLock().unlock();
        }
    }
}
