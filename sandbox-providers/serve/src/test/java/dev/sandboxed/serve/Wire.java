package dev.sandboxed.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSource;
import okio.ByteString;

/** Speaks to the servers as bytes on a wire, with no client library of E2B. */
final class Wire {

    static final ObjectMapper JSON = new ObjectMapper();

    private final OkHttpClient http = new OkHttpClient.Builder()
            .readTimeout(20, TimeUnit.SECONDS)
            .retryOnConnectionFailure(false)
            .build();
    private final LocalE2b e2b;

    Wire(LocalE2b e2b) {
        this.e2b = e2b;
    }

    /** An answer that was read to its end. */
    record Answer(int status, Headers headers, ByteString body) {

        String text() {
            return body.utf8();
        }

        JsonNode json() throws IOException {
            return JSON.readTree(body.utf8());
        }
    }

    /** An envelope of a stream. */
    record Envelope(int flags, JsonNode message) {}

    OkHttpClient http() {
        return http;
    }

    Answer send(Request request) throws IOException {
        try (Response response = http.newCall(request).execute()) {
            return new Answer(
                    response.code(), response.headers(), response.body().byteString());
        }
    }

    /** Calls the control API with the right key. */
    Answer api(String method, String path, String body) throws IOException {
        return send(apiRequest(method, path, body).build());
    }

    Request.Builder apiRequest(String method, String path, String body) {
        RequestBody content = body == null
                ? (method.equals("POST") ? RequestBody.create(new byte[0]) : null)
                : RequestBody.create(body.getBytes(StandardCharsets.UTF_8), MediaType.get("application/json"));
        return new Request.Builder()
                .url(e2b.apiUrl() + path)
                .header("X-API-Key", e2b.apiKey())
                .method(method, content);
    }

    /** Creates a sandbox. */
    Box create(String... members) throws IOException {
        String more = members.length == 0 ? "" : "," + String.join(",", members);
        Answer made = api("POST", "/v2/sandboxes", "{\"templateID\":\"base\",\"timeout\":60" + more + "}");
        if (made.status() != 201) {
            throw new IOException(made.status() + " " + made.text());
        }
        return new Box(
                made.json().get("sandboxID").asText(),
                made.json().get("envdAccessToken").asText());
    }

    /** A sandbox and the way to its daemon. */
    final class Box {
        private final String id;
        private final String token;

        Box(String id, String token) {
            this.id = id;
            this.token = token;
        }

        String id() {
            return id;
        }

        String token() {
            return token;
        }

        Request.Builder request(String path) {
            return new Request.Builder()
                    .url(e2b.sandboxUrl() + path)
                    .header("E2b-Sandbox-Id", id)
                    .header("E2b-Sandbox-Port", "49983")
                    .header("X-Access-Token", token);
        }

        /** Calls a method with one message each way. */
        Answer call(String method, String message) throws IOException {
            return send(request(method)
                    .post(RequestBody.create(
                            message.getBytes(StandardCharsets.UTF_8), MediaType.get("application/json")))
                    .build());
        }

        Request.Builder streamRequest(String method, byte[] envelopes) {
            return request(method).post(RequestBody.create(envelopes, MediaType.get("application/connect+json")));
        }

        /** Opens a stream of messages. */
        Stream open(String method, String message, Map<String, String> headers) throws IOException {
            Request.Builder request = streamRequest(method, envelope(0, message));
            headers.forEach(request::header);
            return new Stream(http.newCall(request.build()).execute());
        }

        /** Starts a program and reads all that it says. */
        List<Envelope> start(String message) throws IOException {
            try (Stream stream = open("/process.Process/Start", message, Map.of())) {
                return stream.rest();
            }
        }
    }

    /** A stream of envelopes that is being read. */
    static final class Stream implements AutoCloseable {
        private final Response response;

        Stream(Response response) {
            this.response = response;
        }

        int status() {
            return response.code();
        }

        Envelope next() throws IOException {
            BufferedSource source = response.body().source();
            int flags = source.readByte() & 0xff;
            return new Envelope(flags, JSON.readTree(source.readByteArray(source.readInt())));
        }

        /** Reads to the end of the answer. */
        List<Envelope> rest() throws IOException {
            List<Envelope> all = new ArrayList<>();
            while (!response.body().source().exhausted()) {
                all.add(next());
            }
            return all;
        }

        @Override
        public void close() {
            response.close();
        }
    }

    /** Signs what a link says as E2B's SDKs do. */
    static String sign(String text) throws Exception {
        return "v1_"
                + Base64.getEncoder()
                        .withoutPadding()
                        .encodeToString(
                                MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    static byte[] envelope(int flags, String message) {
        byte[] payload = message.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(payload.length + 5)
                .put((byte) flags)
                .putInt(payload.length)
                .put(payload)
                .array();
    }
}
