package dev.sandboxed.provider.docker.engine;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.process.Alarm;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Give a request to the engine so much time and no more.
 *
 * <p>The transport's own response timeout does nothing on unix sockets, because the JDK's channels know none. An interrupt
 * ends a request at whatever point it is, since it closes the channel.
 */
public final class TimeLimit {

    private TimeLimit() {}

    /**
     * Run it on this thread, which is interrupted when the time is over; for requests that are too many for a thread each.
     *
     * @throws UncheckedIOException if it took longer
     */
    public static <T> T here(Duration limit, Supplier<T> request) {
        Alarm alarm = Alarm.in(limit, Thread.currentThread()::interrupt);
        try {
            T answer = request.get();
            takeBack(alarm);
            return answer;
        } catch (RuntimeException e) {
            if (takeBack(alarm)) {
                SocketTimeoutException late =
                        new SocketTimeoutException("no answer within " + limit.toMillis() + " ms");
                late.addSuppressed(e);
                throw new UncheckedIOException(late);
            }
            throw e;
        }
    }

    /** Tells whether it has rung; the interruption concerns nobody else. */
    private static boolean takeBack(Alarm alarm) {
        return !alarm.silence() && (Thread.interrupted() || alarm.hasRung());
    }

    /**
     * Run it on a thread of its own, and give up when the time is over.
     *
     * @throws TimeoutException if it took longer; it was interrupted
     * @throws ExecutionException if it failed; the cause says why
     * @throws SandboxInterruptedException if the calling thread was interrupted
     */
    public static <T> T within(Duration limit, Callable<T> request) throws TimeoutException, ExecutionException {
        FutureTask<T> task = new FutureTask<>(request);
        Thread thread = new Thread(task, "sandboxed-docker-request");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(Fault.of("Interrupted while the engine was asked")
                    .provider(EngineFaults.PROVIDER)
                    .cause(e));
        } finally {
            task.cancel(true);
        }
    }
}
