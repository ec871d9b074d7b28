package dev.sandboxed.provider.remote.internal.e2b.envd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.provider.remote.internal.e2b.control.Placed;
import dev.sandboxed.provider.remote.internal.e2b.settings.ServiceSettings;
import dev.sandboxed.provider.remote.internal.wire.Answer;
import dev.sandboxed.provider.remote.internal.wire.Json;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import dev.sandboxed.provider.remote.internal.wire.Wire.Repeat;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/** The daemon of one sandbox, as far as it is reached through the gateway of the service. */
public final class Daemon {

    private static final Logger LOG = System.getLogger(Daemon.class.getName());
    private static final MediaType STREAM = MediaType.get("application/connect+json");

    private final Wire wire;
    private final ServiceSettings settings;
    private final Placed sandbox;
    private final HttpUrl base;

    public Daemon(Wire wire, ServiceSettings settings, Placed sandbox) {
        this.wire = wire;
        this.settings = settings;
        this.sandbox = sandbox;
        this.base = settings.daemon(sandbox.id(), sandbox.domain());
    }

    /**
     * Calls a method that answers once.
     *
     * @throws ConnectException if the daemon refuses
     * @throws IOException if nobody answers in time
     */
    JsonNode call(String method, JsonNode message) throws IOException {
        Request request =
                request(method, null).post(Wire.body(Json.write(message))).build();
        Answer answer = wire.ask(request, settings.requestTimeout(), Repeat.NEVER);
        if (!answer.succeeded()) {
            throw ConnectException.of(answer);
        }
        return answer.body();
    }

    /**
     * Calls a method that goes on answering.
     *
     * @param user whom it acts as; the daemon's own choice if none is named
     * @param keepAlive after how much silence the daemon shall say that it is still there
     * @throws ConnectException if the gateway or the daemon refuses before anything begins
     * @throws IOException if nobody answers in time
     */
    Wire.Streamed stream(String method, JsonNode message, @Nullable String user, Duration keepAlive)
            throws IOException {
        Request request = request(method, user)
                // What is compressed on the way may come in heaps, and a short message would wait for the next.
                .header("Accept-Encoding", "identity")
                .header("Keepalive-Ping-Interval", String.valueOf(keepAlive.toSeconds()))
                .post(RequestBody.create(Envelopes.wrap(Json.write(message)), STREAM))
                .build();
        Wire.Streamed answer = wire.stream(request, settings.requestTimeout());
        if (!answer.response().isSuccessful()) {
            throw ConnectException.of(Answer.read(answer.response()));
        }
        return answer;
    }

    /**
     * Returns whether the sandbox runs, as far as that can be found out; when in doubt, it does. Asked twice where nobody answers: a
     * connection of a sandbox that has ended is broken, and another one tells why.
     */
    public boolean isAlive(Duration limit) {
        for (int tried = 0; tried < 2; tried++) {
            try {
                Answer answer = wire.once(request("health", null).get().build(), limit);
                return answer.succeeded() || !ConnectException.of(answer).saysGone();
            } catch (IOException inDoubt) {
                LOG.log(Level.DEBUG, "Nobody could tell whether a sandbox runs", inDoubt);
            }
        }
        return true;
    }

    /**
     * Makes sure that it is there and well.
     *
     * @throws IOException if it is not, or does not say so in time
     */
    public void requireHealthy(Duration limit) throws IOException {
        Answer answer = wire.once(request("health", null).get().build(), limit);
        if (!answer.succeeded()) {
            throw new IOException("The daemon of the sandbox at " + base + " is not well: " + answer.told());
        }
    }

    private Request.Builder request(String path, @Nullable String user) {
        Request.Builder request = new Request.Builder()
                .url(base.newBuilder().addPathSegments(path).build())
                .header("E2b-Sandbox-Id", sandbox.id())
                .header("E2b-Sandbox-Port", ServiceSettings.daemonPort())
                .header("Connect-Protocol-Version", "1");
        if (sandbox.accessToken() != null) {
            request.header("X-Access-Token", sandbox.accessToken());
        }
        if (sandbox.trafficToken() != null) {
            request.header("e2b-traffic-access-token", sandbox.trafficToken());
        }
        if (user != null) {
            byte[] pair = (user + ":").getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
        }
        return request;
    }
}
