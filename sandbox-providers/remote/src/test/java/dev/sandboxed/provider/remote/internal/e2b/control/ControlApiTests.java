package dev.sandboxed.provider.remote.internal.e2b.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.provider.remote.internal.e2b.settings.ServiceSettings;
import dev.sandboxed.provider.remote.internal.wire.Json;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is sent to the control API, and what becomes of its answers, word by word. */
@Timeout(60)
class ControlApiTests {

    private static final String KEY = "e2b_0123456789abcdef";
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String MADE =
            "{\"sandboxID\":\"iabc\",\"templateID\":\"base\",\"clientID\":\"c\",\"envdVersion\":\"0.6.13\",\"envdAccessToken\":\"t\"}";

    private final MockWebServer server = new MockWebServer();
    private Wire wire;
    private ControlApi control;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        server.start();
        ServiceSettings settings = new ServiceSettings(ProviderContext.in(folder)
                .withSettings(Map.of("apiUrl", server.url("/").toString(), ServiceSettings.KEY, KEY)));
        wire = new Wire(settings.wire());
        control = new ControlApi("e2b", settings, wire);
    }

    @AfterEach
    void stop() {
        wire.close();
        server.close();
    }

    private static Order order(NetworkPolicy network) {
        return new Order("base", Duration.ofMillis(76_001), Map.of("owner", "me"), Map.of("A", "b"), network);
    }

    private static Order order() {
        return order(NetworkPolicy.of(Network.NONE));
    }

    private void answer(int status, String body, String... headers) {
        MockResponse.Builder response = new MockResponse.Builder().code(status).body(body);
        for (int i = 0; i < headers.length; i += 2) {
            response.addHeader(headers[i], headers[i + 1]);
        }
        server.enqueue(response.build());
    }

    private List<RecordedRequest> requests() throws InterruptedException {
        List<RecordedRequest> all = new ArrayList<>();
        while (all.size() < server.getRequestCount()) {
            all.add(server.takeRequest());
        }
        return all;
    }

    @Test
    void asksForASandboxInTheWordsOfTheSecondVersion() throws Exception {
        answer(201, MADE);
        Placed placed = control.create(order(NetworkPolicy.allowing("B.example.", "a.example")), "e2b-1", LIMIT);

        assertThat(placed.id()).isEqualTo("iabc");
        assertThat(placed.daemonVersion()).isEqualTo("0.6.13");
        assertThat(placed.accessToken()).isEqualTo("t");
        RecordedRequest request = server.takeRequest();
        assertThat(request.getRequestLine()).isEqualTo("POST /v2/sandboxes HTTP/1.1");
        assertThat(request.getHeaders().get("X-API-Key")).isEqualTo(KEY);
        assertThat(request.getHeaders().get("Idempotency-Key")).isEqualTo("e2b-1");
        assertThat(Json.read(request.getBody().toByteArray()))
                .isEqualTo(Json.read(("{\"templateID\":\"base\",\"timeout\":77,\"metadata\":{\"owner\":\"me\"},"
                                + "\"envVars\":{\"A\":\"b\"},\"allow_internet_access\":true,"
                                + "\"network\":{\"allowOut\":[\"a.example\",\"b.example\"],\"denyOut\":[\"0.0.0.0/0\"]}}")
                        .getBytes(StandardCharsets.UTF_8)));
    }

    /** The service would not take it, or would allow all ports. */
    @Test
    void aListWithAPortIsRefused() {
        assertThatThrownBy(() -> order(NetworkPolicy.allowing("a.example", "b.example:443")))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'b.example:443' is on the allow-list")
                .hasMessageContaining("allow 'b.example' with all its ports");
    }

    @Test
    void aRefusalOfTheServiceIsNotAskedForAgain() {
        answer(503, "{\"code\":503,\"message\":\"no\",\"error_code\":\"sandbox_create_refused\"}");
        assertThatThrownBy(() -> control.create(order(), "e2b-9", LIMIT)).hasMessageContaining("no");
        assertThat(server.getRequestCount()).isOne();
    }

    @Test
    void theNewestOfItsMetricsTellsHowMuchOfTheDiskIsTaken() throws Exception {
        answer(200, "[{\"diskUsed\":1},{\"diskUsed\":4096}]");
        assertThat(control.takenDisk("iabc")).contains(DataSize.ofBytes(4096));
        assertThat(server.takeRequest().getRequestLine()).isEqualTo("GET /sandboxes/iabc/metrics HTTP/1.1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"200; []", "200; [{\"diskUsed\":0}]", "200; [{}]", "404; {}", "500; {}"})
    void whatIsNotKnownOfTheDiskIsNotTold(int status, String body) {
        answer(status, body);
        assertThat(control.takenDisk("iabc")).isEmpty();
    }

    @Test
    void aConnectionThatBreaksIsNoFailureOfTellingTheDisk() {
        server.enqueue(new MockResponse.Builder()
                .onRequestStart(SocketEffect.ShutdownConnection.INSTANCE)
                .build());
        assertThat(control.takenDisk("iabc")).isEmpty();
    }

    @Test
    void aServiceThatKnowsOnlyTheFirstVersionIsAskedThere() throws Exception {
        answer(404, "page not found");
        answer(201, MADE);
        control.create(order(), "e2b-2", LIMIT);

        assertThat(requests())
                .extracting(RecordedRequest::getRequestLine)
                .containsExactly("POST /v2/sandboxes HTTP/1.1", "POST /sandboxes HTTP/1.1");
    }

    @Test
    void anUnknownTemplateIsNotTakenForAnOldService() {
        answer(404, "{\"code\":404,\"message\":\"template 'nix' not found\"}");
        assertThatThrownBy(() -> control.create(order(), "e2b-3", LIMIT))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("template 'nix' not found")
                .hasMessageContaining("'template'");
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void anAnswerThatWasLostIsAskedForAgainWithTheSameKey() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .onResponseStart(SocketEffect.ShutdownConnection.INSTANCE)
                .build());
        answer(201, MADE);
        control.create(order(), "e2b-4", LIMIT);

        assertThat(requests())
                .hasSize(2)
                .allSatisfy(request ->
                        assertThat(request.getHeaders().get("Idempotency-Key")).isEqualTo("e2b-4"));
    }

    @ParameterizedTest(name = "{0} {1} {2}: {3} requests")
    @CsvSource({
        "503, '',           '',      2",
        "503, Should-Retry, false,   1",
        "500, '',           '',      1",
        "500, Should-Retry, true,    2",
        "429, Retry-After,  1,       2",
        "429, '',           '',      1",
    })
    void triesAgainWhereTheServiceSaysSoAndElseWhereItPasses(int status, String header, String value, int expected) {
        answer(status, "{\"code\":" + status + ",\"message\":\"hm\"}", header.isEmpty() ? "X-None" : header, value);
        answer(201, MADE);
        try {
            control.create(order(), "e2b-5", LIMIT);
        } catch (SandboxException givenUp) {
            assertThat(expected).isEqualTo(1);
        }
        assertThat(server.getRequestCount()).isEqualTo(expected);
    }

    @Test
    void aStormOfErrorsEndsAfterFourRequests() {
        for (int i = 0; i < 6; i++) {
            answer(503, "");
        }
        assertThatThrownBy(() -> control.create(order(), "e2b-6", LIMIT))
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageContaining("HTTP 503");
        assertThat(server.getRequestCount()).isEqualTo(4);
    }

    @Test
    void aCreationThatIsStillUnderWayIsWaitedFor() {
        answer(409, "{\"code\":409,\"message\":\"wait\",\"error_code\":\"idempotency_in_progress\"}");
        answer(201, MADE);
        assertThat(control.create(order(), "e2b-7", LIMIT).id()).isEqualTo("iabc");
    }

    @ParameterizedTest(name = "{0} {1} is {2}")
    @CsvSource({
        "401, Invalid API key,                        provider-unavailable, E2B_API_KEY",
        "403, team is blocked,                        provider-unavailable, owner of the team",
        "400, Timeout must be greater than 0,         sandbox-start,        objects",
        "429, you have reached the maximum number,    provider-unavailable, close sandboxes",
    })
    void tellsWhatIsWrongInOurOwnKinds(int status, String message, String code, String remedy) {
        answer(status, "{\"code\":" + status + ",\"message\":\"" + message + "\"}");
        assertThatThrownBy(() -> control.create(order(), "e2b-8", LIMIT))
                .isInstanceOfSatisfying(SandboxException.class, e -> {
                    assertThat(e.code()).isEqualTo(code);
                    assertThat(e.what()).contains(message);
                    assertThat(e.remedy())
                            .hasValueSatisfying(text -> assertThat(text).contains(remedy));
                    assertThat(e.toString()).doesNotContain(KEY);
                });
    }

    @Test
    void aRateThatStaysTooHighIsATransportError() {
        for (int i = 0; i < 4; i++) {
            answer(429, "{\"code\":429,\"message\":\"Rate limit exceeded\"}", "Retry-After", "1");
        }
        assertThatThrownBy(() -> control.kill("iabc"))
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageContaining("fewer requests");
    }

    @Test
    void everyPageOfTheListIsRead() throws Exception {
        answer(200, "[{\"sandboxID\":\"i1\",\"state\":\"running\",\"metadata\":{\"k\":\"v\"}}]", "X-Next-Token", "n x");
        answer(200, "[{\"sandboxID\":\"i2\",\"state\":\"paused\"}]");

        assertThat(control.list(Map.of("a b", "c&d"), LIMIT))
                .containsExactly(new Listed("i1", false, Map.of("k", "v")), new Listed("i2", true, Map.of()));
        assertThat(server.takeRequest().getUrl().queryParameter("metadata")).isEqualTo("a%2520b=c%2526d");
        assertThat(server.takeRequest().getUrl().queryParameter("nextToken")).isEqualTo("n x");
    }

    @Test
    void whatIsGoneAlreadyNeedNotBeEnded() {
        answer(404, "{\"code\":404,\"message\":\"Sandbox \\\"iabc\\\" doesn't exist\"}");
        assertThat(control.kill("iabc")).isFalse();
        answer(404, "{\"code\":404,\"message\":\"Sandbox \\\"iabc\\\" doesn't exist\"}");
        assertThatThrownBy(() -> control.setTimeout("iabc", LIMIT)).isInstanceOf(SandboxNotFoundException.class);
    }

    @Test
    void nobodyIsWaitedForLongerThanAllowed() {
        server.enqueue(new MockResponse.Builder()
                .onResponseStart(SocketEffect.Stall.INSTANCE)
                .build());
        assertThatThrownBy(() -> control.probe(Duration.ofMillis(300)))
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageMatching("(?s).*No answer within (29|30)[0-9] ms.*");
    }

    @Test
    void withoutAKeyNobodyIsAsked(@TempDir Path folder) {
        ServiceSettings settings = new ServiceSettings(ProviderContext.in(folder)
                .withSettings(Map.of("apiUrl", server.url("/").toString())));
        assertThatThrownBy(() -> new ControlApi("e2b", settings, wire).probe(LIMIT))
                .isInstanceOf(ProviderUnavailableException.class)
                .hasMessageContaining("E2B_API_KEY");
        assertThat(server.getRequestCount()).isZero();
    }
}
