package dev.sandboxed.provider.remote.internal.fake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.wire.internal.CommandEvent;
import dev.sandboxed.wire.internal.FaultWords;
import dev.sandboxed.wire.internal.Frame;
import dev.sandboxed.wire.internal.NewSandbox;
import dev.sandboxed.wire.internal.ProviderWords;
import dev.sandboxed.wire.internal.SandboxWords;
import dev.sandboxed.wire.internal.ServiceWords;
import dev.sandboxed.wire.internal.Words;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLSocketFactory;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockResponseBody;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okio.Buffer;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** A service of our contract that answers as it is told to, and remembers what it was asked. */
public final class FakeService implements AutoCloseable {

    public static final String TOKEN = "token-that-nobody-may-see";

    private final MockWebServer server = new MockWebServer();
    private final Map<String, Deque<Function<RecordedRequest, MockResponse>>> answers = new ConcurrentHashMap<>();
    private final List<RecordedRequest> requests = new CopyOnWriteArrayList<>();

    public FakeService() throws IOException {
        this(null);
    }

    private FakeService(@Nullable SSLSocketFactory tls) throws IOException {
        if (tls != null) {
            server.useHttps(tls);
        }
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                requests.add(request);
                return next(request);
            }
        });
        server.start();
        on("GET /v1/health", 200, health("1.0"));
    }

    /** Speaks TLS. */
    public static FakeService behind(SSLSocketFactory tls) throws IOException {
        return new FakeService(tls);
    }

    /** Returns what a service says of itself that has one provider, with all that can be done over HTTP. */
    public static ServiceWords health(String version) {
        return new ServiceWords(
                version,
                3600,
                List.of(
                        provider(
                                "first",
                                true,
                                List.of(
                                        "STREAMING",
                                        "TERMINAL",
                                        "SNAPSHOT",
                                        "PAUSE",
                                        "MOUNTS",
                                        "NETWORK_CREDENTIALS",
                                        "PORTS")),
                        provider("second", false, List.of())),
                null);
    }

    private static ProviderWords provider(String name, boolean works, List<String> features) {
        return new ProviderWords(
                name,
                works,
                works ? "9" : null,
                works ? null : "it is broken",
                works ? null : "mend it",
                "container",
                features,
                0.25,
                null,
                null);
    }

    private MockResponse next(RecordedRequest request) {
        String path = request.getUrl().encodedPath().replaceAll("http-[0-9a-f]{16}", "ID");
        Deque<Function<RecordedRequest, MockResponse>> waiting = answers.get(request.getMethod() + " " + path);
        if (waiting == null) {
            return answer(404, FaultWords.of("sandbox-not-found", "There is no such thing", null));
        }
        synchronized (waiting) {
            return (waiting.size() > 1 ? waiting.remove() : waiting.element()).apply(request);
        }
    }

    /** Answers a request with that after all answers that it was given before; the last one stays. */
    public FakeService on(String request, MockResponse response) {
        return on(request, asked -> response);
    }

    private FakeService on(String request, Function<RecordedRequest, MockResponse> response) {
        Deque<Function<RecordedRequest, MockResponse>> waiting =
                answers.computeIfAbsent(request, key -> new ArrayDeque<>());
        synchronized (waiting) {
            waiting.add(response);
        }
        return this;
    }

    public FakeService on(String request, int status, Object words) {
        return on(request, answer(status, words));
    }

    /** Forgets what it was told to answer. */
    public FakeService anew(String request) {
        answers.remove(request);
        return this;
    }

    public static MockResponse answer(int status, Object words) {
        return new MockResponse.Builder()
                .code(status)
                .addHeader("Content-Type", "application/json")
                .body(new Buffer().write(Words.written(words)))
                .build();
    }

    /** Returns an answer that is a row of frames. */
    public static MockResponse.Builder frames(Frame... frames) {
        Buffer all = new Buffer();
        for (Frame frame : frames) {
            all.write(frame.written());
        }
        return new MockResponse.Builder().chunkedBody(all, 7);
    }

    /** Returns an answer that says that a command has begun, and then nothing more until somebody is done. */
    public static MockResponse silent(CountDownLatch done) {
        return new MockResponse.Builder()
                .body(new MockResponseBody() {
                    @Override
                    public long getContentLength() {
                        return 1000;
                    }

                    @Override
                    public void writeTo(BufferedSink sink) throws IOException {
                        sink.write(Frame.of(CommandEvent.STARTED).written());
                        sink.flush();
                        try {
                            assertThat(done.await(50, TimeUnit.SECONDS)).isTrue();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                })
                .build();
    }

    public static Frame event(CommandEvent event) {
        return Frame.of(event);
    }

    /** Answers creations, each with a sandbox of the id that was asked for. */
    public FakeService creating() {
        return creating(FakeService::sandbox);
    }

    /** Answers creations, each with what becomes of the id that was asked for. */
    public FakeService creating(Function<String, SandboxWords> words) {
        return on("POST /v1/sandboxes", request -> {
            try {
                byte[] body = request.getBody().toByteArray();
                return answer(
                        201, words.apply(Words.asked(body, NewSandbox.class).id()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    public static SandboxWords sandbox(String id) {
        return sandbox(id, "2026-01-01T00:00:00Z", null);
    }

    public static SandboxWords sandbox(String id, String created, @Nullable String expires) {
        return new SandboxWords(id, "first", "9", "container", "native", "running", null, null, created, expires);
    }

    /** Returns the requests with a method and a path, in their order. */
    public List<RecordedRequest> requests(String request) {
        return requests.stream()
                .filter(one -> (one.getMethod() + " "
                                + one.getUrl().encodedPath().replaceAll("http-[0-9a-f]{16}", "ID"))
                        .equals(request))
                .toList();
    }

    public List<RecordedRequest> requests() {
        return List.copyOf(requests);
    }

    public String url() {
        return server.url("/").toString();
    }

    public MockWebServer server() {
        return server;
    }

    /** Returns the settings of a provider that uses it, with changes. */
    public ProviderContext context(Path folder, String... changes) {
        Map<String, String> settings = new HashMap<>(Map.of("endpoint", url(), "token", TOKEN));
        for (int i = 0; i < changes.length; i += 2) {
            settings.put(changes[i], changes[i + 1]);
        }
        return ProviderContext.in(folder).withSettings(settings);
    }

    @Override
    public void close() {
        server.close();
    }
}
