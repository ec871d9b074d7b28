package dev.sandboxed.cli.internal.demo;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Keeps from the screen, until it is closed, what is logged for those who run tests: the demo shows it in its own words. */
public final class QuietLog implements AutoCloseable {

    /** Kept here, since loggers that nobody holds are forgotten with their levels. */
    private final Logger logger = Logger.getLogger("dev.sandboxed");

    private final @Nullable Level before = logger.getLevel();

    /** Lets warnings through, or everything as before. */
    public QuietLog(boolean verbose) {
        if (!verbose) {
            logger.setLevel(Level.WARNING);
        }
    }

    @Override
    public void close() {
        logger.setLevel(before);
    }
}
