package dev.sandboxed.provider.remote.internal.fake;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okio.Buffer;

/** Passes requests on to a server of this machine, all but those that are to fail. */
public final class Gatekeeper implements AutoCloseable {

    private static final List<String> PASSED_ON = List.of("X-API-Key", "Content-Type", "Idempotency-Key");

    private final MockWebServer entrance = new MockWebServer();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI server;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile String refused = "nothing";
    private volatile String lost = "nothing";

    public Gatekeeper(URI server) throws IOException {
        this.server = server;
        entrance.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
                return answer(request);
            }
        });
        entrance.start();
    }

    public String url() {
        return entrance.url("/").toString();
    }

    /** Lets requests fail from now on whose method and path match a pattern. */
    public void refuse(String pattern) {
        refused = pattern;
    }

    /** Passes requests on whose method and path match a pattern, and from now on keeps what is answered to them. */
    public void lose(String pattern) {
        lost = pattern;
    }

    /** Returns how many requests have come whose method and path match a pattern. */
    public long asked(String pattern) {
        return asked.stream().filter(one -> one.matches(pattern)).count();
    }

    private MockResponse answer(RecordedRequest request) throws InterruptedException {
        String what = request.getMethod() + " " + request.getUrl().encodedPath();
        asked.add(what);
        if (what.matches(refused)) {
            return new MockResponse.Builder()
                    .code(500)
                    .body("{\"code\":500,\"message\":\"refused: " + what + "\"}")
                    .build();
        }
        try {
            MockResponse answer = passedOn(request);
            return what.matches(lost) ? new MockResponse.Builder().code(504).build() : answer;
        } catch (IOException e) {
            return new MockResponse.Builder().code(502).build();
        }
    }

    private MockResponse passedOn(RecordedRequest request) throws IOException, InterruptedException {
        byte[] body =
                request.getBody() == null ? new byte[0] : request.getBody().toByteArray();
        HttpRequest.Builder next = HttpRequest.newBuilder(server.resolve(request.getTarget()))
                .method(request.getMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        for (String name : PASSED_ON) {
            String value = request.getHeaders().get(name);
            if (value != null) {
                next.header(name, value);
            }
        }
        HttpResponse<byte[]> answer = client.send(next.build(), HttpResponse.BodyHandlers.ofByteArray());
        MockResponse.Builder given = new MockResponse.Builder().code(answer.statusCode());
        if (answer.statusCode() != 204) {
            given.body(new Buffer().write(answer.body()));
        }
        return given.build();
    }

    @Override
    public void close() {
        entrance.close();
    }
}
