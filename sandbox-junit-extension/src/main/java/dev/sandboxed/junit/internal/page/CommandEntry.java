package dev.sandboxed.junit.internal.page;

import org.jspecify.annotations.Nullable;

/**
 * A command that a test ran.
 *
 * @param command as one would type it
 * @param began when
 * @param millis how long it took; null if it has not ended
 * @param ending how it ended
 * @param succeeded whether it exited with code 0
 * @param out the end of its standard output
 * @param err the end of its standard error
 */
public record CommandEntry(
        String command,
        double began,
        @Nullable Double millis,
        String ending,
        boolean succeeded,
        @Nullable String out,
        @Nullable String err) {}
