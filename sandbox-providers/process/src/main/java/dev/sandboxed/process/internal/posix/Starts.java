package dev.sandboxed.process.internal.posix;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntSupplier;

/**
 * The moments in which children are being started. A child holds copies of all files that this process has open until it
 * becomes its program, and nobody can execute a file that somebody has open for writing.
 */
public final class Starts {

    /** Starts share it, and waiting for them is taking it alone. Fair, so that a row of starts keeps nobody waiting. */
    private static final ReadWriteLock MOMENT = new ReentrantReadWriteLock(true);

    private Starts() {}

    /** Starts a child. */
    static int during(IntSupplier start) {
        MOMENT.readLock().lock();
        try {
            return start.getAsInt();
        } finally {
            MOMENT.readLock().unlock();
        }
    }

    /**
     * Waits for the children that are just being started, so that none of them holds a file any more that was closed before.
     * Children that the JDK starts are not known here.
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
