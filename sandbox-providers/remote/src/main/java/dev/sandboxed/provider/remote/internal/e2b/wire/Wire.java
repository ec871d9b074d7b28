package dev.sandboxed.provider.remote.internal.e2b.wire;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.process.internal.thread.Alarm;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** The connections to a service. Every request is over within a time, whatever the other side does. */
public final class Wire implements AutoCloseable {

    /** What both services speak. */
    public static final MediaType JSON = MediaType.get("application/json");

    private static final Duration TO_CONNECT = Duration.ofSeconds(10);
    private static final Duration IDLE = Duration.ofMinutes(5);

    private final OkHttpClient client;
    private final Patience patience;

    /** Creates one without any connection yet. */
    public Wire(ServiceSettings settings) {
        this.patience = new Patience(settings.retries());
        OkHttpClient.Builder builder = new OkHttpClient.Builder()
                .connectTimeout(TO_CONNECT)
                // Each request has a time for all of it, or a watch of its own.
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO)
                .followRedirects(false)
                // Whether something may be done twice is decided below.
                .retryOnConnectionFailure(false)
                .connectionPool(new ConnectionPool(settings.connections(), IDLE.toSeconds(), TimeUnit.SECONDS));
        if (settings.oldHttpOnly()) {
            builder.protocols(List.of(Protocol.HTTP_1_1));
        }
        this.client = builder.build();
    }

    /** Whether a request may reach the service more than once. */
    public enum Repeat {
        /** It does something each time. */
        NEVER,
        /** It does the same, however often it comes. */
        ALLOWED
    }

    /**
     * Asks, and asks again while that helps and there is time.
     *
     * @return the last answer, whatever it says
     * @throws IOException if there is none
     * @throws SandboxInterruptedException if the thread is interrupted while it waits for the next try
     */
    public Answer ask(Request request, Duration limit, Repeat repeat) throws IOException {
        long end = System.nanoTime() + limit.toNanos();
        for (int tried = 1; ; tried++) {
            Duration left = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
            Duration pause;
            try {
                Answer answer = once(request, left);
                pause = patience.after(answer, tried);
                boolean again = repeat == Repeat.ALLOWED && patience.isWorthAnother(answer, tried);
                if (!again || pause.toNanos() >= end - System.nanoTime()) {
                    return answer;
                }
            } catch (IOException e) {
                pause = patience.afterFailure(tried);
                boolean again = repeat == Repeat.ALLOWED
                        && tried <= patience.most()
                        && !Thread.currentThread().isInterrupted();
                if (!again || pause.toNanos() >= end - System.nanoTime()) {
                    throw e;
                }
            }
            pause(pause);
        }
    }

    /**
     * Asks once.
     *
     * @throws IOException if there is no answer within the time
     */
    public Answer once(Request request, Duration limit) throws IOException {
        Call call = client.newCall(request);
        call.timeout().timeout(limit.toNanos(), TimeUnit.NANOSECONDS);
        try {
            return Answer.read(call.execute());
        } catch (InterruptedIOException e) {
            if (call.isCanceled()) {
                throw new IOException("No answer within " + limit.toMillis() + " ms", e);
            }
            throw e;
        }
    }

    /**
     * Begins a request whose answer goes on for long. The headers of the answer must be there in time.
     *
     * @return the answer, which the caller must close, and the call that ends it from any thread
     */
    public Streamed stream(Request request, Duration limit) throws IOException {
        Call call = client.newCall(request);
        Alarm late = Alarm.in(limit, call::cancel);
        try {
            return new Streamed(call, call.execute());
        } catch (IOException e) {
            throw late.hasRung() ? new IOException("No answer within " + limit.toMillis() + " ms", e) : e;
        } finally {
            late.silence();
        }
    }

    /**
     * An answer that goes on.
     *
     * @param call what to cancel
     * @param response the answer
     */
    public record Streamed(Call call, Response response) {}

    /** Returns a body of JSON. */
    public static RequestBody body(byte[] json) {
        return RequestBody.create(json, JSON);
    }

    private static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.currentThread().isInterrupted()) {
                throw new SandboxInterruptedException(Fault.of("Interrupted while waiting to ask E2B again"));
            }
        }
    }

    @Override
    public void close() {
        client.dispatcher().cancelAll();
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }
}
