package dev.sandboxed.api.internal.thread;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Does what changes a thread for good, or what nobody may interrupt, on one that ends with it. */
public final class OwnThread {

    private OwnThread() {}

    /**
     * Does something on a thread of its own and waits for it, interrupted or not.
     *
     * @param name what the thread is called
     * @throws IOException if the work throws it
     */
    public static <T> T call(String name, Callable<T> work) throws IOException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    // What has been started would be lost, so its end is awaited first.
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw rethrown(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Does something on a thread of its own and waits for it, interrupted or not.
     *
     * @param name what the thread is called
     */
    public static void run(String name, Runnable work) {
        try {
            call(name, Executors.callable(work));
        } catch (IOException e) {
            throw new IllegalStateException("What cannot throw it has thrown it", e);
        }
    }

    private static IOException rethrown(@Nullable Throwable cause) {
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof IOException io ? io : new IOException(cause);
    }
}
