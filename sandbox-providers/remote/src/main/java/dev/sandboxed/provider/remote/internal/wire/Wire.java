package dev.sandboxed.provider.remote.internal.wire;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.process.internal.thread.Alarm;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** The connections to a service. Every request is over within a time, whatever the other side does. */
public final class Wire implements AutoCloseable {

    /** What services speak. */
    public static final MediaType JSON = MediaType.get("application/json");

    private static final Duration TO_CONNECT = Duration.ofSeconds(10);

    private final OkHttpClient client;
    private final Patience patience;

    /** Creates one without any connection yet. */
    public Wire(WireSettings settings) {
        this.patience = new Patience(settings.retries(), settings.passing());
        OkHttpClient.Builder builder = new OkHttpClient.Builder()
                .dispatcher(dispatcher())
                .socketFactory(new RoomySockets())
                .connectTimeout(TO_CONNECT)
                // Each request has a time for all of it, or a watch of its own.
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO)
                .followRedirects(false)
                // Whether something may be done twice is decided below.
                .retryOnConnectionFailure(false)
                .connectionPool(new ConnectionPool(
                        settings.connections(), settings.idle().toSeconds(), TimeUnit.SECONDS));
        if (settings.oldHttpOnly()) {
            builder.protocols(List.of(Protocol.HTTP_1_1));
        }
        if (settings.sockets() != null) {
            // Where a connection goes is their affair alone.
            builder.socketFactory(settings.sockets())
                    .proxy(Proxy.NO_PROXY)
                    .dns(name -> List.of(InetAddress.getLoopbackAddress()));
        }
        this.client = builder.build();
    }

    /** Its own threads would keep the JVM from ending, and let others wait when there are more than a few. */
    private static Dispatcher dispatcher() {
        Dispatcher dispatcher = new Dispatcher(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "sandboxed-wire");
            thread.setDaemon(true);
            return thread;
        }));
        dispatcher.setMaxRequests(Integer.MAX_VALUE);
        dispatcher.setMaxRequestsPerHost(Integer.MAX_VALUE);
        return dispatcher;
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
                        && !(e instanceof Answer.TooLargeException)
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
                throw late(limit, e);
            }
            throw e;
        }
    }

    private static IOException late(Duration limit, IOException cause) {
        return new IOException("No answer within " + limit.toMillis() + " ms", cause);
    }

    /** Returns a call that nobody has begun yet. It has no time but what its caller gives it. */
    public Call call(Request request) {
        return client.newCall(request);
    }

    /**
     * Returns a call that carries much. It may take as long as it moves: the time is for the pauses in it.
     *
     * @param silence how long nothing may move
     */
    public Call transfer(Request request, Duration silence) {
        return client.newBuilder()
                .readTimeout(silence)
                .writeTimeout(silence)
                .build()
                .newCall(request);
    }

    /**
     * Waits for the answer to a call in a way that an interruption ends, and the call with it.
     *
     * @throws IOException if there is none
     * @throws InterruptedIOException if the thread is interrupted, which it stays
     */
    public static Answer await(Call call) throws IOException {
        return await(call, Duration.ofDays(1), () -> {});
    }

    /** Looks whether something still holds. */
    @FunctionalInterface
    public interface Condition {
        void check() throws IOException;
    }

    /**
     * Waits for the answer to a call that may take any time, for as long as something holds.
     *
     * @param pause how long it waits before it looks, again and again
     * @throws IOException if there is no answer, or the condition throws it
     * @throws InterruptedIOException if the thread is interrupted, which it stays
     */
    public static Answer await(Call call, Duration pause, Condition condition) throws IOException {
        CompletableFuture<Answer> answered = new CompletableFuture<>();
        call.enqueue(new Callback() {
            @Override
            public void onFailure(Call failed, IOException e) {
                answered.completeExceptionally(e);
            }

            @Override
            public void onResponse(Call done, Response response) {
                try {
                    answered.complete(Answer.read(response));
                } catch (IOException | RuntimeException e) {
                    answered.completeExceptionally(e);
                }
            }
        });
        try {
            while (true) {
                try {
                    return answered.get(pause.toNanos(), TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    condition.check();
                }
            }
        } catch (IOException e) {
            call.cancel();
            throw e;
        } catch (InterruptedException e) {
            call.cancel();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while waiting for an answer");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException known ? known : new IOException(e.getCause());
        }
    }

    /**
     * Begins a request whose answer goes on for long. The headers of the answer must be there in time.
     *
     * @return the answer, which the caller must close, and the call that ends it from any thread
     */
    public Streamed stream(Request request, Duration limit) throws IOException {
        return begin(call(request), limit);
    }

    /**
     * Begins a call whose answer goes on for long. The headers of the answer must be there in time.
     *
     * @return the answer, which the caller must close
     */
    public static Streamed begin(Call call, Duration limit) throws IOException {
        Alarm alarm = Alarm.in(limit, call::cancel);
        try {
            return new Streamed(call, call.execute());
        } catch (IOException e) {
            throw alarm.hasRung() ? late(limit, e) : e;
        } finally {
            alarm.silence();
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
                throw new SandboxInterruptedException(Fault.of("Interrupted while waiting to ask the service again"));
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
