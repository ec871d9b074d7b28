package dev.sandboxed.provider.microvm.internal.firecracker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.process.internal.socket.UnixSocketFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** The API of a Firecracker, which it serves on a socket of its own. */
final class FirecrackerApi {

    private static final JsonMapper JSON = new JsonMapper();
    private static final MediaType TYPE = MediaType.get("application/json");
    /** The client counts in milliseconds that an int holds; a creation may take longer. */
    private static final Duration LONGEST = Duration.ofDays(1);

    private static final String HOST = "http://localhost";

    private final OkHttpClient client;

    FirecrackerApi(Path socket) {
        this.client = new OkHttpClient.Builder()
                .socketFactory(new UnixSocketFactory(socket))
                .retryOnConnectionFailure(false)
                .build();
    }

    /**
     * Sets something.
     *
     * @param step what is being done, for people
     * @throws SandboxStartException if Firecracker refuses, or the time is up
     * @throws IOException if nobody answers
     */
    void put(String step, String path, Map<String, ?> body, Deadline deadline) throws IOException {
        change("PUT", step, path, body, deadline);
    }

    /** Changes something of a machine that runs, and fails as {@link #put} does. */
    void patch(String step, String path, Map<String, ?> body, Deadline deadline) throws IOException {
        change("PATCH", step, path, body, deadline);
    }

    private void change(String method, String step, String path, Map<String, ?> body, Deadline deadline)
            throws IOException {
        deadline.check(step);
        RequestBody content = RequestBody.create(JSON.writeValueAsBytes(body), TYPE);
        Request request =
                new Request.Builder().url(HOST + path).method(method, content).build();
        try (Response response = client(deadline.remaining()).newCall(request).execute()) {
            if (!response.isSuccessful()) {
                throw new SandboxStartException(Fault.of("Firecracker refused at '" + step + "' (" + method + " " + path
                                + "): " + fault(response.body().string()))
                        .remedy("./sandboxed doctor tells what this host lacks"));
            }
        }
    }

    /** Returns its version; throws {@link IOException} if nobody answers yet. */
    String version(Duration limit) throws IOException {
        Request request = new Request.Builder().url(HOST + "/version").build();
        try (Response response = client(limit).newCall(request).execute()) {
            return JSON.readTree(response.body().string())
                    .path("firecracker_version")
                    .asText();
        }
    }

    private OkHttpClient client(Duration limit) {
        Duration known = limit.compareTo(LONGEST) > 0 ? LONGEST : limit.plusMillis(1);
        return client.newBuilder().callTimeout(known).readTimeout(known).build();
    }

    /** Not every answer is what it says it is: some have a line break in the middle of a text. */
    private static String fault(String answer) {
        try {
            JsonNode said = JSON.readTree(answer);
            return said.path("fault_message").asText(said.path("error").asText(answer));
        } catch (JsonProcessingException e) {
            return answer.strip();
        }
    }

    void close() {
        client.connectionPool().evictAll();
        client.dispatcher().executorService().shutdown();
    }
}
