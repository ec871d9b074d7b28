package dev.sandboxed.cli.internal;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Knows whether the JVM is going down, as it does on Ctrl-C and SIGTERM.
 *
 * <p>The providers' own hooks destroy their sandboxes then. This one only lets us know that what fails now, fails for that
 * reason.
 */
final class Shutdown implements AutoCloseable {

    private final AtomicBoolean begun = new AtomicBoolean();
    private final Thread hook = new Thread(() -> begun.set(true), "sandboxed-shutdown-cli");

    private Shutdown() {}

    static Shutdown watch() {
        Shutdown shutdown = new Shutdown();
        try {
            Runtime.getRuntime().addShutdownHook(shutdown.hook);
        } catch (IllegalStateException goingDownAlready) {
            shutdown.begun.set(true);
        }
        return shutdown;
    }

    boolean hasBegun() {
        return begun.get();
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException goingDown) {
            begun.set(true);
        }
    }
}
