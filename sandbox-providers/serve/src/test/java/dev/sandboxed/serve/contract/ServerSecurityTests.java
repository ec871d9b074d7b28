package dev.sandboxed.serve.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.serve.contract.Visitor.Answer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients may have, and nothing else, whatever they send. */
@Timeout(60)
class ServerSecurityTests extends WithServer {
    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer ", "Bearer wrong", "Basic YTpi", "Bearer a-token-of-the-test"})
    void whoeverLacksTheTokenGetsNothing(String authorization) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.url().resolve("/v1/health")).header("Sandboxed-Client", owner.name());
        Answer answer = Visitor.send(
                authorization.isEmpty()
                        ? request.build()
                        : request.header("Authorization", authorization).build());

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.code()).isEqualTo("unauthorized");
        assertThat(answer.text()).doesNotContain(TOKEN);
    }

    @Test
    void aRefusalIsLoggedWithoutWhatWasSent() {
        List<String> logged = new CopyOnWriteArrayList<>();
        Logger log = Logger.getLogger("dev.sandboxed.serve");
        Handler listening = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                logged.add(new SimpleFormatter().format(entry));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        log.addHandler(listening);
        try {
            new Visitor(server.url(), "a-wrong-token-that-is-secret", owner.name())
                    .get("/v1/health?secret=in-the-query");
        } finally {
            log.removeHandler(listening);
        }

        assertThat(logged).singleElement().asString().contains("without the right token: GET");
        assertThat(String.join("", logged))
                .doesNotContain("secret")
                .doesNotContain(TOKEN)
                .doesNotContain(owner.name());
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", "with spaces in it, which is not allowed", "../../../../../../etc"})
    void whoeverDoesNotSayWhoItIsIsRefused(String name) {
        assertThat(owner.called(name).get("/v1/sandboxes").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, ''",
        "DELETE, ''",
        "POST, /stop",
        "POST, /resume",
        "GET, /usage",
        "GET, /endpoint?port=80",
        "POST, /snapshots",
        "POST, /commands",
        "POST, /commands/c1/input",
        "POST, /commands/c1/signal?number=9",
        "DELETE, /commands/c1",
        "GET, /file?path=a",
        "PUT, /file?path=a",
        "PUT, /files",
        "GET, /tree?path=a&most=1",
        "PUT, /tree?path=a",
        "DELETE, /file?path=a",
        "GET, /entry?path=a",
        "GET, /entries?path=.",
        "POST, /directory?path=b",
        "POST, /move?from=a&to=b",
        "POST, /mode?path=a&mode=420",
        "POST, /link?path=b&target=a"
    })
    void theSandboxOfAnotherClientIsNotThere(String method, String path) {
        owner.create("mine", work());
        Visitor other = owner.called("somebody-else-entirely");

        Answer answer = other.send(method, "/v1/sandboxes/mine" + path, BodyPublishers.ofString("{}"));

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("sandbox-not-found");
        assertThat(owner.get("/v1/sandboxes/mine").status()).isEqualTo(200);
    }

    @Test
    void anIdThatAnotherClientHasIsNotGivenAgain() {
        owner.create("mine", work());

        Answer answer = owner.called("somebody-else-entirely").create("mine", work());

        assertThat(answer.status()).isEqualTo(400);
        assertThat(provider.list()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\": \"a\", \"spec\": {\"workdir\": \"/w\", \"startupTimeoutSeconds\": 9, \"mounts\": []}}",
                "{\"id\": \"a\", \"id\": \"b\", \"spec\": {\"workdir\": \"/w\", \"startupTimeoutSeconds\": 9}}",
                "{\"id\": \"../a\", \"spec\": {\"workdir\": \"/w\", \"startupTimeoutSeconds\": 9}}",
                "{\"id\": \"a\", \"spec\": {\"workdir\": \"w\", \"startupTimeoutSeconds\": 9}}",
                "{\"id\": \"a\", \"provider\": \"docker\", \"spec\": {\"workdir\": \"/w\", \"startupTimeoutSeconds\": 9}}",
                "{\"id\": \"a\"}",
                "[]",
                "",
                "{"
            })
    void whatIsNotAsItShouldBeIsRefused(String body) {
        Answer answer = owner.post("/v1/sandboxes", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("bad-request");
        assertThat(provider.list()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/sandboxes/..%2fone",
                "/v1/sandboxes/%2e%2e/health",
                "/v1//sandboxes",
                "/v1/sandboxes/one;x/file?path=a",
                "/v1/sandboxes/one/commands/..%2f..%2f",
                "/v2/sandboxes",
                "/"
            })
    void pathsThatAreNoneAreRefused(String path) {
        owner.create("one", work());

        assertThat(owner.get(path).status()).isBetween(400, 499);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../../../../../../../etc/passwd", "a/../../../outside"})
    void aFileThatIsNotInTheSandboxIsNotRead(String path) {
        owner.create("one", work());

        Answer answer = owner.get("/v1/sandboxes/one/file?path=" + Visitor.escaped(path));

        assertThat(answer.status()).isBetween(400, 499);
        assertThat(answer.text()).doesNotContain("root:");
    }

    @Test
    void whatIsTooLargeIsRefused() {
        owner.create("one", work());
        byte[] large = new byte[65 * 1024];

        Answer told = owner.put("/v1/sandboxes/one/file?path=a", large);
        Answer untold = owner.send(
                "PUT",
                "/v1/sandboxes/one/file?path=a",
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)));
        Answer words = owner.post("/v1/sandboxes", " ".repeat(9 << 20));

        assertThat(told.status()).isEqualTo(413);
        assertThat(told.code()).isEqualTo("resource-limit");
        assertThat(untold.status()).isEqualTo(413);
        assertThat(words.status()).isEqualTo(413);
    }

    @Test
    void aCommandThatMayRunForTooLongIsRefused() {
        owner.create("one", work());

        Answer answer = owner.post(
                "/v1/sandboxes/one/commands", "{\"id\": \"c\", \"argv\": [\"true\"], \"timeoutSeconds\": 61}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("60 s").contains("61 s");
    }

    @Test
    void oneMoreThanAreAllowedHasToWait() {
        owner.create("one", work());
        owner.create("two", work() + "2");

        Answer third = owner.create("three", work() + "3");

        assertThat(third.status()).isEqualTo(429);
        assertThat(third.code()).isEqualTo("busy");
        owner.delete("/v1/sandboxes/one");
        assertThat(owner.create("three", work() + "3").status()).isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
                "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
                "Content-Length: -1\r\n\r\n",
                "X : y\r\n\r\n",
                "X: a\r\n b\r\n\r\n"
            })
    void aRequestWithTwoMeaningsIsRefused(String rest) throws IOException {
        assertThat(raw("POST /v1/heartbeat HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + TOKEN
                        + "\r\nSandboxed-Client: " + owner.name() + "\r\n" + rest))
                .startsWith("HTTP/1.1 400");
    }

    private String raw(String request) throws IOException {
        URI url = server.url();
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1);
        }
    }

    /** There are fewer threads for what is due than there are slow readers here. */
    @Test
    void manyWhoDoNotReadHoldUpNobodyElse() throws IOException {
        restart(SETTINGS.withLease(Duration.ofSeconds(1)));
        owner.create("loud", work());
        owner.called("will-not-be-heard-of").create("left", work() + "2");
        List<Socket> deaf = new ArrayList<>();
        try {
            for (int number = 0; number < 8; number++) {
                Socket socket = new Socket(server.url().getHost(), server.url().getPort());
                deaf.add(socket);
                String body = "{\"id\": \"c" + number + "\", \"argv\": [\"yes\"], \"timeoutSeconds\": 60}";
                socket.getOutputStream()
                        .write(request("/v1/sandboxes/loud/commands", body).getBytes(StandardCharsets.ISO_8859_1));
            }

            // Later than the first sign of life that would wait for one of them.
            await().pollInterval(Duration.ofMillis(200))
                    .during(Duration.ofSeconds(4))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> owner.post("/v1/heartbeat", "").text().contains("loud")
                            && provider.list().size() == 1);
        } finally {
            for (Socket socket : deaf) {
                socket.close();
            }
        }
    }
}
