package dev.sandboxed.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.serve.Wire.Answer;
import dev.sandboxed.serve.Wire.Box;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControlApiTests {

    private Server server;
    private Wire wire;

    @BeforeEach
    void start(@TempDir Path folder) {
        server = Server.start(
                folder, E2bSettings.DEFAULT.withMostSandboxes(3).withLongestLifetime(Duration.ofMinutes(10)));
        wire = new Wire(server.e2b());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void whoHasNoKeyOrAnotherIsNotLetIn() throws Exception {
        String url = server.e2b().apiUrl() + "/v2/sandboxes";

        Answer without = wire.send(new Request.Builder().url(url).build());
        Answer wrong = wire.send(
                new Request.Builder().url(url).header("X-API-Key", "e2b_00").build());

        assertThat(List.of(without.status(), wrong.status())).containsExactly(401, 401);
        assertThat(without.json().get("code").asInt()).isEqualTo(401);
        assertThat(wrong.json().get("message").asText())
                .startsWith("Invalid API key, please visit")
                .doesNotContain(server.e2b().apiKey());
        assertThat(wire.send(new Request.Builder()
                                .url(server.e2b().apiUrl() + "/health")
                                .build())
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | 400 | validation error: templateID is missing",
                "{\"templateID\":7} | 400 | validation error: templateID must be a string, but was 7",
                "[] | 400 | validation error: the body must be a JSON object",
                "{\"templateID\":\"base\",} | 400 | validation error: the body is not JSON",
                "{\"templateID\":\"base\",\"templateID\":\"base\"} | 400 | validation error: the body is not JSON",
                "{\"templateID\":\"base\",\"timeout\":0} | 400 | Timeout must be greater than 0",
                "{\"templateID\":\"base\",\"timeout\":601} | 400 | Timeout cannot be greater than",
                "{\"templateID\":\"base\",\"timeout\":\"5\"} | 400 | validation error: timeout must be a whole number",
                "{\"templateID\":\"base\",\"metadata\":{\"a\":1}} | 400 | validation error: metadata must be",
                "{\"templateID\":\"base\",\"envVars\":{\"a=b\":\"1\"}} | 400 | ",
                "{\"templateID\":\"base\",\"allow_internet_access\":false} | 400 | allow_internet_access: false needs NETWORK_NONE",
                "{\"templateID\":\"base\",\"network\":{\"allowOut\":[\"a.example\"],\"denyOut\":[\"0.0.0.0/0\"]}} | 400 | network.allowOut needs NETWORK_ALLOWLIST",
                "{\"templateID\":\"base\",\"volumeMounts\":[{\"name\":\"v\",\"path\":\"/v\"}]} | 400 | volumeMounts is not supported",
                "{\"templateID\":\"base\",\"mcp\":\"x\"} | 400 | mcp is not supported",
                "{\"templateID\":\"other\"} | 404 | template 'other' not found",
            })
    void aWrongRequestForASandboxIsRefused(String body, int status, String message) throws Exception {
        Answer answer = wire.api("POST", "/v2/sandboxes", body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json().get("code").asInt()).isEqualTo(status);
        assertThat(answer.json().get("message").asText()).startsWith(message == null ? "" : message);
        assertThat(server.provider().list()).isEmpty();
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() throws Exception {
        String large = "{\"templateID\":\"base\",\"metadata\":{\"a\":\"" + "x".repeat(1 << 20) + "\"}}";

        assertThat(wire.api("POST", "/v2/sandboxes", large).status()).isEqualTo(413);
    }

    @Test
    void theOldWayToCreateIsStillThere() throws Exception {
        Answer made = wire.api("POST", "/sandboxes", "{\"templateID\":\"base\"}");

        assertThat(made.status()).isEqualTo(201);
        assertThat(made.json().has("envdAccessToken")).isTrue();
        assertThat(wire.api("GET", "/sandboxes", null).json()).hasSize(1);
    }

    @Test
    void oneKeyMakesOneSandbox() throws Exception {
        String body = "{\"templateID\":\"base\",\"timeout\":60}";

        String first = withKey("key-1", body).json().get("sandboxID").asText();
        String again = withKey("key-1", body).json().get("sandboxID").asText();
        String otherwiseWritten = withKey("key-1", "{\"timeout\": 60, \"templateID\": \"base\"}")
                .json()
                .get("sandboxID")
                .asText();
        Answer other = withKey("key-1", "{\"templateID\":\"base\",\"timeout\":61}");

        assertThat(again).isEqualTo(first);
        assertThat(otherwiseWritten).isEqualTo(first);
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.json().get("error_code").asText()).isEqualTo("idempotency_request_mismatch");
        assertThat(withKey("KEY", body).status()).isEqualTo(400);
        assertThat(server.provider().list()).hasSize(1);
    }

    @Test
    void aKeyWhoseRequestFailedCanBeUsedAgain() throws Exception {
        assertThat(withKey("k", "{\"templateID\":\"nothing\"}").status()).isEqualTo(404);

        assertThat(withKey("k", "{\"templateID\":\"base\"}").status()).isEqualTo(201);
    }

    private Answer withKey(String key, String body) throws Exception {
        return wire.send(wire.apiRequest("POST", "/v2/sandboxes", body)
                .header("Idempotency-Key", key)
                .build());
    }

    @Test
    void oneTooManyIsRefusedUntilAnotherIsGoneOrPaused() throws Exception {
        Box first = wire.create();
        wire.create();
        wire.create();
        Answer fourth = wire.api("POST", "/v2/sandboxes", "{\"templateID\":\"base\"}");

        assertThat(fourth.status()).isEqualTo(429);
        assertThat(fourth.headers().get("Retry-After")).isNull();
        assertThat(fourth.json().get("message").asText())
                .startsWith("you have reached the maximum number of concurrent E2B sandboxes (3)");
        assertThat(wire.api("POST", "/sandboxes/" + first.id() + "/pause", null).status())
                .isEqualTo(204);
        wire.create();
        assertThat(wire.api("POST", "/v2/sandboxes/" + first.id() + "/connect", "{}")
                        .status())
                .isEqualTo(429);
    }

    @Test
    void pagesFollowOneAnother() throws Exception {
        List<String> made =
                List.of(wire.create().id(), wire.create().id(), wire.create().id());
        List<String> seen = new ArrayList<>();
        String token = "";
        do {
            Answer page = wire.api("GET", "/v2/sandboxes?limit=2&order=asc&nextToken=" + token, null);
            page.json().forEach(one -> seen.add(one.get("sandboxID").asText()));
            assertThat(page.headers().get("X-Total-Running")).isEqualTo("3");
            token = page.headers().get("X-Next-Token");
        } while (token != null);

        assertThat(seen).containsExactlyInAnyOrderElementsOf(made);
    }

    @Test
    void aTokenIsGoodForItsOrderOnly() throws Exception {
        wire.create();
        wire.create();
        String token = wire.api("GET", "/v2/sandboxes?limit=1&order=asc", null)
                .headers()
                .get("X-Next-Token");

        assertThat(wire.api("GET", "/v2/sandboxes?limit=1&order=desc&nextToken=" + token, null)
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"limit=0", "limit=101", "limit=x", "order=up", "state=dead", "nextToken=!", "startedAfter=now"})
    void aWrongListIsRefused(String query) throws Exception {
        assertThat(wire.api("GET", "/v2/sandboxes?" + query, null).status()).isEqualTo(400);
    }

    @Test
    void aSandboxDiesAtTheEndOfItsLifetime() throws Exception {
        Box box = wire.create();

        assertThat(wire.api("POST", "/sandboxes/" + box.id() + "/timeout", "{\"timeout\":1}")
                        .status())
                .isEqualTo(204);

        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(server.provider().list()).isEmpty());
        assertThat(wire.api("GET", "/sandboxes/" + box.id(), null).status()).isEqualTo(404);
        assertThat(wire.send(box.request("/health").build()).status()).isEqualTo(502);
    }

    @Test
    void aSandboxThatIsToBePausedAtItsEndIsPaused() throws Exception {
        Box box = wire.create("\"autoPause\":true");

        wire.api("POST", "/sandboxes/" + box.id() + "/timeout", "{\"timeout\":0}");

        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(state(box)).isEqualTo("paused"));
        assertThat(wire.send(box.request("/health").build()).status()).isEqualTo(502);
        assertThat(wire.api("POST", "/sandboxes/" + box.id() + "/connect", "{\"timeout\":60}")
                        .status())
                .isEqualTo(201);
        assertThat(wire.send(box.request("/health").build()).status()).isEqualTo(204);
    }

    @Test
    void aRequestResumesASandboxThatWantsThat() throws Exception {
        Box box = wire.create("\"autoResume\":{\"enabled\":true}");
        wire.api("POST", "/sandboxes/" + box.id() + "/pause", null);

        assertThat(wire.send(box.request("/health").build()).status()).isEqualTo(204);
        assertThat(state(box)).isEqualTo("running");
    }

    @Test
    void toConnectLengthensALifetimeAndNeverShortensIt() throws Exception {
        Box box = wire.create();
        String before = end(box);

        Answer shorter = wire.api("POST", "/sandboxes/" + box.id() + "/connect", "{\"timeout\":1}");
        assertThat(shorter.status()).isEqualTo(200);
        assertThat(end(box)).isEqualTo(before);
        wire.api("POST", "/v2/sandboxes/" + box.id() + "/connect", "{\"timeout\":300}");
        assertThat(end(box)).isGreaterThan(before);
    }

    @Test
    void noLifetimeGoesBeyondTheLongest() throws Exception {
        Box box = wire.create();

        wire.api("POST", "/sandboxes/" + box.id() + "/timeout", "{\"timeout\":86400}");

        Duration life = Duration.between(
                Instant.parse(wire.api("GET", "/sandboxes/" + box.id(), null)
                        .json()
                        .get("startedAt")
                        .asText()),
                Instant.parse(end(box)));
        assertThat(life).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void whatDoesNotFitTheStateIsAConflict() throws Exception {
        Box box = wire.create();
        String path = "/sandboxes/" + box.id();

        assertThat(wire.api("POST", path + "/resume", "{}").status()).isEqualTo(409);
        assertThat(wire.api("POST", path + "/pause", null).status()).isEqualTo(204);
        assertThat(wire.api("POST", path + "/pause", null).status()).isEqualTo(409);
        assertThat(wire.api("POST", path + "/timeout", "{\"timeout\":5}").status())
                .isEqualTo(409);
        assertThat(wire.api("GET", "/v2/sandboxes?state=paused", null).json()).hasSize(1);
        assertThat(wire.api("GET", "/v2/sandboxes?state=running", null).json()).isEmpty();
        assertThat(wire.api("POST", path + "/resume", "{}").status()).isEqualTo(201);
    }

    @Test
    void aSnapshotIsATemplateUntilItIsDeleted() throws Exception {
        Box box = wire.create();
        Answer saved = wire.api("POST", "/sandboxes/" + box.id() + "/snapshots", "{\"name\":\"mine\"}");
        String id = saved.json().get("snapshotID").asText();

        assertThat(saved.status()).isEqualTo(201);
        assertThat(saved.json().get("names").get(0).asText()).isEqualTo("mine");
        assertThat(wire.api("GET", "/snapshots?sandboxID=" + box.id(), null).json())
                .hasSize(1);
        for (String template : List.of(id, "mine")) {
            assertThat(wire.api("POST", "/v2/sandboxes", "{\"templateID\":\"" + template + "\"}")
                            .status())
                    .isEqualTo(201);
        }
        assertThat(wire.api("DELETE", "/templates/" + id, null).status()).isEqualTo(204);
        assertThat(wire.api("DELETE", "/templates/" + id, null).status()).isEqualTo(404);
    }

    @Test
    void metricsAndLogsAreToldAsFarAsTheyAreKnown() throws Exception {
        Box box = wire.create();
        String path = "/sandboxes/" + box.id();

        assertThat(wire.api("GET", path + "/metrics", null)
                        .json()
                        .get(0)
                        .get("memUsed")
                        .isNumber())
                .isTrue();
        assertThat(wire.api("GET", "/sandboxes/metrics?sandbox_ids=" + box.id(), null)
                        .json()
                        .get("sandboxes")
                        .has(box.id()))
                .isTrue();
        assertThat(wire.api("GET", "/v2" + path + "/logs", null).text()).isEqualTo("{\"logs\":[]}");
        assertThat(wire.api("GET", path + "/logs", null).text()).isEqualTo("{\"logs\":[],\"logEntries\":[]}");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v3/sandboxes, 404",
        "GET, /sandboxes/, 404",
        "PATCH, /v2/sandboxes, 405",
        "GET, /sandboxes/NOT-AN-ID, 400",
        "GET, /sandboxes/i00000000000000000000, 404",
        "POST, /sandboxes/i00000000000000000000/pause, 404"
    })
    void whatIsNotThereIsToldApart(String method, String path, int status) throws Exception {
        String body = method.equals("GET") ? null : "{}";

        assertThat(wire.api(method, path, body).status()).isEqualTo(status);
    }

    @Test
    void theEndOfTheServerIsTheEndOfItsSandboxes() throws Exception {
        wire.create();
        wire.create();

        server.e2b().close();

        assertThat(server.provider().list()).isEmpty();
    }

    private String state(Box box) throws Exception {
        return wire.api("GET", "/sandboxes/" + box.id(), null)
                .json()
                .get("state")
                .asText();
    }

    private String end(Box box) throws Exception {
        return wire.api("GET", "/sandboxes/" + box.id(), null)
                .json()
                .get("endAt")
                .asText();
    }
}
