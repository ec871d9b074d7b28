package dev.sandboxed.provider.docker.internal.image;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.ResponseItem;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.provider.docker.internal.engine.EngineFaults;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows what the engine tells while it pulls or loads an image.
 *
 * <p>An error comes as a line among the others, after the request was answered with success. docker-java's own callbacks
 * forget that they were closed when the answer begins later, and so would never end a pull that was given up early.
 */
final class StreamedAnswer<T extends ResponseItem> implements ResultCallback<T> {

    private final Consumer<ResponseItem> progress;
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable Closeable stream;
    private @Nullable String error;
    private boolean closed;

    StreamedAnswer(Consumer<ResponseItem> progress) {
        this.progress = progress;
    }

    @Override
    public void onStart(Closeable opened) {
        boolean late;
        synchronized (this) {
            stream = opened;
            late = closed;
        }
        if (late) {
            closeQuietly(opened);
        }
    }

    @Override
    public void onNext(T item) {
        if (item.isErrorIndicated()) {
            failed(message(item));
        } else {
            progress.accept(item);
        }
    }

    private static String message(ResponseItem item) {
        ResponseItem.ErrorDetail detail = item.getErrorDetail();
        String text = detail == null ? null : detail.getMessage();
        return text == null ? "the engine reported an error and said nothing about it" : text;
    }

    @Override
    public void onError(Throwable failure) {
        failed(EngineFaults.said(failure));
        ended.countDown();
    }

    private synchronized void failed(String what) {
        if (error == null) {
            error = what;
        }
    }

    @Override
    public void onComplete() {
        ended.countDown();
    }

    /**
     * Waits for the end.
     *
     * @param step what is being done, for the message
     * @return what went wrong, if anything did
     * @throws dev.sandboxed.api.error.SandboxStartException if the deadline passed; the engine was told to stop
     * @throws SandboxInterruptedException if the thread was interrupted; the engine was told to stop
     */
    Optional<String> await(Deadline deadline, String step) {
        try (this) {
            if (!ended.await(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                deadline.check(step);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(Fault.of("Interrupted at: " + step)
                    .provider(EngineFaults.PROVIDER)
                    .cause(e));
        }
        synchronized (this) {
            return Optional.ofNullable(error);
        }
    }

    /** Drops the connection, whereupon the engine stops. */
    @Override
    public void close() {
        Closeable opened;
        synchronized (this) {
            closed = true;
            opened = stream;
        }
        if (opened != null) {
            closeQuietly(opened);
        }
    }

    private static void closeQuietly(Closeable stream) {
        try {
            stream.close();
        } catch (IOException ignored) {
            // Whoever closes it wants nothing more of it.
        }
    }
}
