package dev.sandboxed.provider.docker.internal.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.github.dockerjava.transport.DockerHttpClient;
import com.github.dockerjava.transport.DockerHttpClient.Request;
import com.github.dockerjava.transport.DockerHttpClient.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Asks an engine what it is, with requests that name no version, which every engine answers.
 *
 * <p>It creates nothing. Three questions: is anyone there and what is the newest you speak, what is the oldest, and the
 * rest.
 */
final class EngineProbe {

    private static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final int LONGEST_QUOTE = 200;

    private EngineProbe() {}

    /** What it answered, not yet looked into. */
    private record Answers(ApiLevel newest, Answer version, Answer info) {}

    private record Answer(String path, int status, String body) {}

    /**
     * Ask, within a time limit.
     *
     * <p>Only what waits for the engine is limited: in a JVM that has just started, under load, the parser alone may take
     * hundreds of milliseconds to load, and an engine that answered in time is not silent.
     *
     * @throws ProbeFailure if it does not answer, answers nonsense, or cannot be used
     */
    static EngineInfo ask(DockerHttpClient http, Duration limit) throws ProbeFailure {
        Answers answers;
        try {
            answers = TimeLimit.within(limit, () -> new Answers(ping(http), get(http, "/version"), get(http, "/info")));
        } catch (TimeoutException e) {
            throw new ProbeFailure(Obstacle.SILENT, "no answer within " + limit.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ProbeFailure failure
                    ? failure
                    : new ProbeFailure(Obstacle.of(e), EngineFaults.said(e), e);
        }
        JsonNode version = parse(answers.version());
        ApiLevel chosen = choose(answers.newest(), version);
        EngineInfo info = EngineInfo.read(version, parse(answers.info()), chosen);
        if (info.machine().os().equals("windows")) {
            throw new ProbeFailure(Obstacle.WINDOWS, name(version) + " runs Windows containers", null);
        }
        return info;
    }

    /** Chooses the newest version of the API that both know. */
    private static ApiLevel choose(ApiLevel newest, JsonNode version) throws ProbeFailure {
        if (newest.isBelow(ApiLevel.OLDEST)) {
            throw new ProbeFailure(
                    Obstacle.TOO_OLD,
                    name(version) + " speaks no newer API than " + newest + ", and " + ApiLevel.OLDEST
                            + " (Docker 20.10) is the oldest that is supported",
                    null);
        }
        ApiLevel chosen = newest.atMost(ApiLevel.NEWEST);
        ApiLevel oldest =
                ApiLevel.parse(version.path("MinAPIVersion").asText("")).orElse(chosen);
        if (chosen.isBelow(oldest)) {
            throw new ProbeFailure(
                    Obstacle.TOO_NEW,
                    name(version) + " speaks no older API than " + oldest + ", and " + ApiLevel.NEWEST
                            + " is the newest that is supported",
                    null);
        }
        return chosen;
    }

    private static String name(JsonNode version) {
        return "engine " + version.path("Version").asText("of unknown version");
    }

    private static ApiLevel ping(DockerHttpClient http) throws IOException {
        try (Response response = http.execute(request("/_ping"))) {
            Answer answer = new Answer("/_ping", response.getStatusCode(), body(response));
            String newest = response.getHeader("Api-Version");
            if (answer.status() != 200 || newest == null) {
                throw noEngine(answer);
            }
            return ApiLevel.parse(newest)
                    .orElseThrow(() -> new ProbeFailure(
                            Obstacle.NO_ENGINE, "it claims to speak API version '" + newest + "'", null));
        }
    }

    private static Answer get(DockerHttpClient http, String path) throws IOException {
        try (Response response = http.execute(request(path))) {
            return new Answer(path, response.getStatusCode(), body(response));
        }
    }

    private static JsonNode parse(Answer answer) throws ProbeFailure {
        if (answer.status() != 200) {
            throw noEngine(answer);
        }
        try {
            return JSON.readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw noEngine(answer);
        }
    }

    private static ProbeFailure noEngine(Answer answer) {
        String body = answer.body().strip();
        String quote = body.length() > LONGEST_QUOTE ? body.substring(0, LONGEST_QUOTE) + "…" : body;
        return new ProbeFailure(
                body.contains("HTTPS server") ? Obstacle.TLS : Obstacle.NO_ENGINE,
                "GET " + answer.path() + " was answered with " + answer.status() + " '" + quote
                        + "', which is not what an engine says",
                null);
    }

    private static String body(Response response) throws IOException {
        return new String(response.getBody().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static Request request(String path) {
        return Request.builder().method(Request.Method.GET).path(path).build();
    }
}
