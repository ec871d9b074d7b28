package dev.sandboxed.process.internal.output;

import java.util.function.BooleanSupplier;

/** Takes what a child writes. Called on one thread. */
public interface ByteSink {

    /** Returns whether more is welcome now; while it is not, the child's pipe fills up and the child waits. */
    default boolean hasRoom() {
        return true;
    }

    /** Waits until more is welcome, or until this is true; an interruption ends the wait and is kept. */
    default void awaitRoom(BooleanSupplier orElse) {}

    void accept(byte[] bytes, int length);

    /** The child's stream has ended, or nobody will read any more of it. */
    default void end() {}

    /** Nothing more comes, although the child's stream has not ended: whoever reads must not take it for the end. */
    default void fail(Throwable why) {
        end();
    }
}
