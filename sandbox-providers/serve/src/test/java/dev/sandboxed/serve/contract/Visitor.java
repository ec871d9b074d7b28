package dev.sandboxed.serve.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/**
 * A client of the contract that sends what it is told to.
 *
 * @param token what it sends as such
 * @param name what it calls itself
 */
record Visitor(URI server, String token, String name) {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final ObjectMapper JSON = new ObjectMapper();

    /** An answer. */
    static final class Answer {

        private final int status;
        private final byte[] body;
        private final String allowed;

        Answer(int status, byte[] body, String allowed) {
            this.status = status;
            this.body = body;
            this.allowed = allowed;
        }

        /** Returns the methods that are allowed instead, if that was told. */
        String allowed() {
            return allowed;
        }

        int status() {
            return status;
        }

        byte[] body() {
            return body;
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        String code() {
            return json().path("code").asText();
        }
    }

    static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    Visitor called(String other) {
        return new Visitor(server, token, other);
    }

    Answer get(String path) {
        return send("GET", path, BodyPublishers.noBody());
    }

    Answer delete(String path) {
        return send("DELETE", path, BodyPublishers.noBody());
    }

    Answer post(String path, String body) {
        return send("POST", path, BodyPublishers.ofString(body));
    }

    Answer put(String path, byte[] body) {
        return send("PUT", path, BodyPublishers.ofByteArray(body));
    }

    Answer send(String method, String path, BodyPublisher body) {
        return send(HttpRequest.newBuilder(server.resolve(path))
                .header("Authorization", "Bearer " + token)
                .header("Sandboxed-Client", name)
                .method(method, body)
                .build());
    }

    static Answer send(HttpRequest request) {
        try {
            HttpResponse<byte[]> response = HTTP.send(request, HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(
                    response.statusCode(),
                    response.body(),
                    response.headers().firstValue("Allow").orElse(""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Creates a sandbox whose workdir is a folder of the host. */
    Answer create(String id, String workdir) {
        return post("/v1/sandboxes", """
                {"id": "%s", "spec": {"workdir": "%s", "startupTimeoutSeconds": 20}}""".formatted(id, workdir));
    }

    /** Runs a script to its end; the answer is the frames. */
    Answer shell(String sandbox, String script) {
        return post(
                "/v1/sandboxes/" + sandbox + "/commands",
                "{\"id\": \"c1\", \"argv\": [\"/bin/sh\", \"-c\", \"" + script + "\"], \"timeoutSeconds\": 30}");
    }
}
