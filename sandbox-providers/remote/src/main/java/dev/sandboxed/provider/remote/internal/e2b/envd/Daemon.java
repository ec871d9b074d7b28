package dev.sandboxed.provider.remote.internal.e2b.envd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.process.internal.thread.Alarm;
import dev.sandboxed.provider.remote.internal.e2b.control.Placed;
import dev.sandboxed.provider.remote.internal.e2b.settings.ServiceSettings;
import dev.sandboxed.provider.remote.internal.wire.Answer;
import dev.sandboxed.provider.remote.internal.wire.Json;
import dev.sandboxed.provider.remote.internal.wire.SourceBody;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import dev.sandboxed.provider.remote.internal.wire.Wire.Repeat;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** The daemon of one sandbox, as far as it is reached through the gateway of the service. */
public final class Daemon {

    private static final Logger LOG = System.getLogger(Daemon.class.getName());
    private static final MediaType STREAM = MediaType.get("application/connect+json");
    private static final String FILES = "files";
    private static final int NO_ROOM = 507;
    /** What a program that says little may say. */
    private static final int MOST_WORDS = 1 << 20;

    /** What the gateway says of a sandbox that is being resumed. */
    private static final Set<Integer> ON_ITS_WAY = Set.of(409, 502, 503);

    /** How long a sandbox may be on its way to running or to standing still. */
    private static final Duration TO_BECOME = Duration.ofSeconds(10);

    private static final Duration AGAIN = Duration.ofMillis(250);

    /** How long a file may stand still on its way. */
    private static final Duration SILENCE = Duration.ofSeconds(20);

    private final Wire wire;
    private final ServiceSettings settings;
    private final DaemonProcesses processes = new DaemonProcesses();
    private volatile Placed sandbox;
    private volatile HttpUrl base;

    public Daemon(Wire wire, ServiceSettings settings, Placed sandbox) {
        this.wire = wire;
        this.settings = settings;
        this.sandbox = sandbox;
        this.base = settings.daemon(sandbox.id(), sandbox.domain());
    }

    /** Returns the processes that were started through this. */
    public DaemonProcesses processes() {
        return processes;
    }

    /** Takes note of where the sandbox is now, and of its keys: both may be others after a pause. */
    public void moved(Placed now) {
        sandbox = now;
        base = settings.daemon(now.id(), now.domain());
    }

    /**
     * Runs a program that says little, to its end.
     *
     * @param user whom it runs as, or whom the daemon chooses where there is no such user
     * @param limit how long it may take
     * @return what it says on both outputs
     * @throws ConnectException if the daemon refuses
     * @throws IOException if it fails, or the connection breaks
     */
    public String runAs(String user, List<String> argv, Duration limit) throws IOException {
        try {
            return run(argv, user, limit);
        } catch (ConnectException e) {
            if (e.saysNoSuchUser()) {
                return run(argv, null, limit);
            }
            throw e;
        }
    }

    private String run(List<String> argv, @Nullable String user, Duration limit) throws IOException {
        ObjectNode message = Json.message();
        ObjectNode what = message.putObject("process").put("cmd", argv.get(0)).put("cwd", "/");
        argv.stream().skip(1).forEach(what.putArray("args")::add);
        message.put("stdin", false);
        try (DaemonStream stream = DaemonStream.begin(this, "process.Process/Start", message, user)) {
            Alarm late = Alarm.in(limit, stream::close);
            try {
                return everything(stream);
            } finally {
                late.silence();
            }
        }
    }

    private static String everything(DaemonStream stream) throws IOException {
        StringBuilder said = new StringBuilder();
        for (Optional<JsonNode> event = stream.next(); event.isPresent(); event = stream.next()) {
            for (JsonNode output : event.get().path("data")) {
                said.append(new String(output.binaryValue(), StandardCharsets.UTF_8));
            }
            if (said.length() > MOST_WORDS) {
                throw new IOException("A program inside says more than it has to say");
            }
            if (event.get().path("end").path("exitCode").asInt(0) != 0) {
                throw new IOException(
                        "A program inside failed: " + said.toString().strip());
            }
        }
        return said.toString();
    }

    /**
     * Calls a method that answers once.
     *
     * @throws ConnectException if the daemon refuses
     * @throws IOException if nobody answers in time
     */
    JsonNode call(String method, JsonNode message) throws IOException {
        return accepted(wire.ask(posted(method, message), settings.requestTimeout(), Repeat.NEVER));
    }

    /** Returns a call that answers once, and when a program inside pleases. */
    Call waiting(String method, JsonNode message) {
        return wire.call(posted(method, message));
    }

    /**
     * Makes a call, and waits until somebody answers or cancels it, for as long as the sandbox is there.
     *
     * @throws ConnectException if the daemon refuses
     * @throws IOException if the connection breaks, or the sandbox is not well
     */
    JsonNode answered(Call call) throws IOException {
        Duration limit = settings.requestTimeout();
        return accepted(Wire.await(call, limit, () -> requireHealthy(limit)));
    }

    private Request posted(String method, JsonNode message) {
        return request(method, null).post(Wire.body(Json.write(message))).build();
    }

    private static JsonNode accepted(Answer answer) throws ConnectException {
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
        Deadline deadline = Deadline.in(TO_BECOME);
        while (true) {
            Wire.Streamed answer = wire.stream(request, settings.requestTimeout());
            if (answer.response().isSuccessful()) {
                return answer;
            }
            ConnectException refusal = ConnectException.of(Answer.read(answer.response()));
            // Nothing has begun, so that it can be asked for again.
            if (!refusal.saysInTransition() || isOver(deadline)) {
                throw refusal;
            }
        }
    }

    /** Waits a little; returns whether that was for the last time. */
    private static boolean isOver(Deadline deadline) {
        LockSupport.parkNanos(AGAIN.toNanos());
        return deadline.hasPassed() || Thread.currentThread().isInterrupted();
    }

    /** Returns what it says of itself. */
    DaemonVersion version() {
        return new DaemonVersion(sandbox.daemonVersion());
    }

    /**
     * Begins to fetch a plain file; links are followed. The daemon itself reads it, whoever may.
     *
     * @param size how much of it is wanted, should it grow meanwhile
     * @return what it holds, which the caller must close
     * @throws NoSuchFileException if there is none
     * @throws IOException if nobody answers in time, or the daemon refuses
     */
    InputStream download(String path, long size) throws IOException {
        Request request = files(path, null)
                // What is compressed has no length, and so no end that could be missed.
                .header("Accept-Encoding", "identity")
                .header("Range", "bytes=0-" + (size - 1))
                .get()
                .build();
        Response response = Wire.begin(wire.transfer(request, SILENCE), settings.requestTimeout())
                .response();
        if (!response.isSuccessful()) {
            throw refused(path, Answer.read(response));
        }
        return response.body().byteStream();
    }

    /**
     * Writes a plain file, with its parents.
     *
     * @param user whose it is to be; the daemon's own choice if none is named
     * @throws IOException if it cannot be written, or the content not be read
     */
    void upload(String path, @Nullable String user, InputStream content) throws IOException {
        Request request = files(path, user).post(new SourceBody(content)).build();
        Answer answer = Wire.await(wire.transfer(request, SILENCE));
        if (!answer.succeeded()) {
            throw refused(path, answer);
        }
    }

    private static IOException refused(String path, Answer answer) {
        return switch (answer.status()) {
            case 404 -> new NoSuchFileException(path);
            case NO_ROOM -> new IOException(answer.told() + ": no space left on device");
            default -> new IOException("The daemon of the sandbox refused '" + path + "': " + answer.told());
        };
    }

    private Request.Builder files(String path, @Nullable String user) {
        HttpUrl.Builder url = base.newBuilder().addPathSegment(FILES).addQueryParameter("path", path);
        if (user != null) {
            url.addQueryParameter("username", user);
        }
        return request(url.build());
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
     * Waits until it is there and well, after a pause.
     *
     * @throws IOException if it is not, or does not say so in time
     */
    public void awaitHealthy(Duration limit) throws IOException {
        Deadline deadline = Deadline.in(limit);
        Answer answer;
        do {
            answer = wire.ask(request("health", null).get().build(), deadline.remaining(), Repeat.ALLOWED);
        } while (!answer.succeeded() && ON_ITS_WAY.contains(answer.status()) && !isOver(deadline));
        requireHealthy(answer);
    }

    /**
     * Makes sure that it is there and well.
     *
     * @throws IOException if it is not, or does not say so in time
     */
    public void requireHealthy(Duration limit) throws IOException {
        requireHealthy(wire.once(request("health", null).get().build(), limit));
    }

    private void requireHealthy(Answer answer) throws IOException {
        if (!answer.succeeded()) {
            throw new IOException("The daemon of the sandbox at " + base + " is not well: " + answer.told());
        }
    }

    private Request.Builder request(String method, @Nullable String user) {
        Request.Builder request =
                request(base.newBuilder().addPathSegments(method).build()).header("Connect-Protocol-Version", "1");
        if (user != null) {
            byte[] pair = (user + ":").getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
        }
        return request;
    }

    private Request.Builder request(HttpUrl url) {
        Request.Builder request = new Request.Builder()
                .url(url)
                .header("E2b-Sandbox-Id", sandbox.id())
                .header("E2b-Sandbox-Port", ServiceSettings.daemonPort());
        if (sandbox.accessToken() != null) {
            request.header("X-Access-Token", sandbox.accessToken());
        }
        if (sandbox.trafficToken() != null) {
            request.header("e2b-traffic-access-token", sandbox.trafficToken());
        }
        return request;
    }
}
