package dev.sandboxed.cli.internal.serving;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Waits for Ctrl-C or SIGTERM, and makes an orderly end of it: what was begun is closed, and if that went well, the program exits
 * with a code of its own instead of that of the signal.
 */
public final class Farewell implements AutoCloseable {

    /** After that, the providers' own hooks and the watchdog have to do. */
    private static final long LONGEST_SECONDS = 20;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile int code;
    private volatile boolean orderly;
    private final Thread hook = new Thread(this::end, "sandboxed-farewell");

    private Farewell() {}

    /** Begins to listen for signals. Close it when all else is closed. */
    public static Farewell prepare() {
        Farewell farewell = new Farewell();
        try {
            Runtime.getRuntime().addShutdownHook(farewell.hook);
        } catch (IllegalStateException goingDownAlready) {
            farewell.asked.countDown();
        }
        return farewell;
    }

    /** Takes the end of what somebody writes for a wish to end. What is written means nothing. */
    public void atTheEndOf(InputStream input) {
        Thread reader = new Thread(
                () -> {
                    try {
                        input.transferTo(OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        // Then nobody can write any more.
                    }
                    asked.countDown();
                },
                "sandboxed-input");
        reader.setDaemon(true);
        reader.start();
    }

    /** Waits until the end is asked for, by a signal or by interrupting this thread. */
    public void await() {
        try {
            asked.await();
        } catch (InterruptedException e) {
            // That is how somebody in this JVM asks for the end, and it has been heard.
        }
    }

    /** Waits for a while; returns whether the end was asked for, as {@link #await()} has it. */
    public boolean await(Duration most) {
        try {
            return asked.await(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    /** Whoever is interrupted by a signal never comes to return its code: the JVM would take that of the signal. */
    private void end() {
        asked.countDown();
        try {
            if (done.await(LONGEST_SECONDS, TimeUnit.SECONDS) && orderly) {
                Runtime.getRuntime().halt(code);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Says that everything was closed as it should be. Otherwise the code is that of the signal.
     *
     * @param exitCode with which the program ends
     */
    public void everythingIsClosed(int exitCode) {
        code = exitCode;
        orderly = true;
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException goingDown) {
            done.countDown();
        }
    }
}
