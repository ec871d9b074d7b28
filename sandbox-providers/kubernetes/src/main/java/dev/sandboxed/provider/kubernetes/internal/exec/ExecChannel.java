package dev.sandboxed.provider.kubernetes.internal.exec;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.process.internal.output.BulkOutputStream;
import dev.sandboxed.process.internal.output.ChunkQueue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The streams of a process in a pod. All of them share one WebSocket, and the first byte of each message says whose it is. As
 * long as nobody reads, no more is asked for.
 */
final class ExecChannel implements GuestChannel, WebSocket.Listener {

    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int STATUS = 3;
    private static final int RESIZE = 4;
    private static final int END = 255;
    private static final int BETWEEN_MESSAGES = -1;

    private static final int LARGEST_INPUT = 64 * 1024;
    private static final int LARGEST_STATUS = 64 * 1024;

    /** What is less finds room on the way to a process that reads nothing, so that no ping waits behind it. */
    private static final long HOLDS_PINGS_UP = 32 * 1024;

    private final ChunkQueue queue = new ChunkQueue(1, this::askForMore);
    private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();
    private final CompletableFuture<Boolean> begun = new CompletableFuture<>();
    private final ByteArrayOutputStream status = new ByteArrayOutputStream();
    private final Duration betweenPings;
    private final Object sending = new Object();
    private final AtomicLong inputSent = new AtomicLong();
    private final AtomicLong inputArrived = new AtomicLong();
    private int stream = BETWEEN_MESSAGES;
    private boolean held;
    private volatile boolean answered = true;
    private volatile boolean done;
    private volatile @Nullable ExecEnd end;

    /**
     * Makes one that goes over nothing yet.
     *
     * @param betweenPings how often it is found out whether the other side is there; who says nothing for so long loses it
     */
    ExecChannel(Duration betweenPings) {
        this.betweenPings = betweenPings;
    }

    /** Tells over what it goes, as soon as that is there. */
    void over(WebSocket opened) {
        socket.complete(opened);
        pingLater(opened);
    }

    /** What lies between forgets connections over which nothing goes, and tells nobody. */
    private void pingLater(WebSocket opened) {
        CompletableFuture.delayedExecutor(betweenPings.toNanos(), TimeUnit.NANOSECONDS)
                .execute(() -> ping(opened));
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void ping(WebSocket opened) {
        if (done) {
            return;
        }
        if (!answered && !isHeld() && !isInputUnderWay()) {
            opened.abort();
            onError(opened, new IOException("no answer for " + betweenPings.toMillis() + " ms"));
            return;
        }
        // While nobody reads, no answer can come.
        answered = isHeld();
        // First the next one: while input is under way it may be long until this one is gone.
        pingLater(opened);
        opened.sendPing(ByteBuffer.allocate(Long.BYTES).putLong(inputSent.get()).flip());
    }

    /**
     * Returns whether so much input lies before a process that a ping may wait behind it for as long as the process does not read. A
     * machine that is gone does not acknowledge what it is sent, so that the connection breaks by itself then.
     */
    private boolean isInputUnderWay() {
        return inputSent.get() - inputArrived.get() >= HOLDS_PINGS_UP;
    }

    /** A pong repeats what the ping has said: how much input had been sent before it, which the other side has taken, therefore. */
    @Override
    public CompletionStage<?> onPong(WebSocket from, ByteBuffer message) {
        answered = true;
        if (message.remaining() == Long.BYTES) {
            inputArrived.accumulateAndGet(message.getLong(), Math::max);
        }
        next(from);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
        answered = true;
        if (stream == BETWEEN_MESSAGES && data.hasRemaining()) {
            stream = Byte.toUnsignedInt(data.get());
        }
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        if (bytes.length > 0) {
            take(bytes);
        }
        if (last) {
            stream = BETWEEN_MESSAGES;
        }
        next(from);
        return CompletableFuture.completedFuture(null);
    }

    private void take(byte[] bytes) {
        switch (stream) {
            case STDOUT -> put(Source.STDOUT, bytes);
            case STDERR -> put(Source.STDERR, bytes);
            case STATUS -> {
                if (status.size() < LARGEST_STATUS) {
                    status.writeBytes(bytes);
                }
            }
            default -> {
                // Nothing that we have asked for.
            }
        }
    }

    private void put(Source source, byte[] bytes) {
        queue.put(new OutputChunk(source, bytes));
        begun.complete(true);
    }

    private synchronized boolean isHeld() {
        return held;
    }

    private void next(WebSocket from) {
        synchronized (this) {
            held = !queue.hasRoom();
            if (held) {
                return;
            }
        }
        from.request(1);
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void whenOpen(Consumer<WebSocket> action) {
        socket.thenAccept(action);
    }

    private void askForMore() {
        synchronized (this) {
            if (!held || !queue.hasRoom()) {
                return;
            }
            held = false;
        }
        whenOpen(opened -> opened.request(1));
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        if (status.size() > 0) {
            end = ExecEnd.read(status.toString(StandardCharsets.UTF_8));
        } else {
            queue.fail(new IOException("The API server closed the connection, with code " + code + ": " + reason));
        }
        over();
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        queue.fail(new IOException("The connection to the API server broke: " + error, error));
        over();
    }

    private void over() {
        done = true;
        begun.complete(false);
        queue.sourceEnded();
    }

    /** Waits until the process has written something; returns false if it has ended without, or takes too long. */
    boolean awaitOutput(Duration limit) throws InterruptedIOException {
        try {
            return begun.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while a process was started");
        }
    }

    /** Returns how the process ended, if that was told. */
    Optional<ExecEnd> end() {
        return Optional.ofNullable(end);
    }

    @Override
    public OutputStream input() {
        return new BulkOutputStream() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                for (int at = offset; at < offset + length; at += LARGEST_INPUT) {
                    send(STDIN, bytes, at, Math.min(LARGEST_INPUT, offset + length - at));
                }
            }

            @Override
            public void close() throws IOException {
                send(END, new byte[] {STDIN}, 0, 1);
            }
        };
    }

    /** One message at a time: the next one may only be sent when this one is gone. */
    private void send(int to, byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer message = ByteBuffer.allocate(length + 1);
        message.put((byte) to).put(bytes, offset, length).flip();
        try {
            synchronized (sending) {
                CompletableFuture<WebSocket> sent = socket.get().sendBinary(message, true);
                inputSent.addAndGet(length);
                sent.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while input was sent");
        } catch (ExecutionException e) {
            throw new IOException("The input could not be sent: " + e.getCause(), e.getCause());
        }
    }

    @Override
    public Optional<OutputChunk> read() throws IOException {
        return queue.read();
    }

    @Override
    public void resize(TerminalSize size) throws IOException {
        byte[] words =
                ("{\"Width\":" + size.columns() + ",\"Height\":" + size.rows() + "}").getBytes(StandardCharsets.UTF_8);
        send(RESIZE, words, 0, words.length);
    }

    /** Whoever reads inside finds the end of its input then; it is not killed. */
    @Override
    public void close() {
        done = true;
        queue.close(new IOException("The channel is closed"));
        begun.complete(false);
        whenOpen(WebSocket::abort);
    }
}
