package dev.sandboxed.provider.docker.internal.engine;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.process.internal.thread.Alarm;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Returns a request to the engine so much time and no more.
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

    /**
     * Run it on a thread of its own and wait for its end, even if this thread is interrupted, which it is told afterwards. For
     * what makes something: given up half-way, nobody would know whether it was made.
     *
     * @throws UncheckedIOException if it took longer than the limit
     */
    public static <T> T uninterrupted(Duration limit, Supplier<T> request) {
        CompletableFuture<T> answer = CompletableFuture.supplyAsync(request, TimeLimit::onItsOwnThread);
        Deadline deadline = Deadline.in(limit);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            throw new UncheckedIOException(new SocketTimeoutException("no answer within " + limit.toMillis() + " ms"));
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether it has rung; the interruption concerns nobody else. */
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
        onItsOwnThread(task);
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

    private static void onItsOwnThread(Runnable task) {
        Thread thread = new Thread(task, "sandboxed-docker-request");
        thread.setDaemon(true);
        thread.start();
    }
}
