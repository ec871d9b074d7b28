package dev.sandboxed.provider.microvm.internal.ctl;

import java.util.List;

/** The way to a controller: what has to be started on this host so that it is told something. */
interface Route extends AutoCloseable {

    /** Returns the program of this host and its arguments that tell the controller these words. */
    Way to(List<String> words);

    /** Returns whether an exit code says that the way broke, and nothing of what is at its end. */
    default boolean isBroken(int exitCode) {
        return false;
    }

    /** Returns what is at the end, for people. */
    String describe();

    /** Returns what to do where nothing is there, for people. */
    String remedy();

    /** Lets go of connections. */
    @Override
    default void close() {}

    /** One use of a route; it is over when it is closed. */
    interface Way extends AutoCloseable {

        List<String> argv();

        @Override
        default void close() {}
    }
}
