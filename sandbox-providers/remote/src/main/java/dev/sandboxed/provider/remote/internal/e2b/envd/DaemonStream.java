package dev.sandboxed.provider.remote.internal.e2b.envd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.process.internal.thread.Alarm;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the daemon says of one process, from when it is asked. Read by one thread; {@link #close} may come from any. */
final class DaemonStream implements AutoCloseable {

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);
    private static final Duration SILENCE = KEEP_ALIVE.multipliedBy(2);

    private final Wire.Streamed answer;
    private final Envelopes events;
    private final long pid;

    private DaemonStream(Wire.Streamed answer) throws IOException {
        this.answer = answer;
        this.events = new Envelopes(answer.response().body().byteStream());
        JsonNode start = next().orElseThrow(
                        () -> new IOException("The daemon ended the stream before it said which process that is"))
                .path("start");
        if (!start.path("pid").canConvertToLong()) {
            throw new IOException("The daemon did not say which process that is");
        }
        this.pid = start.path("pid").asLong();
    }

    /**
     * Asks for a process.
     *
     * @param user whom it runs as, if not whom the daemon chooses
     * @throws ConnectException if the daemon refuses
     * @throws IOException if nobody answers in time, or the connection breaks
     */
    static DaemonStream begin(Daemon daemon, String method, JsonNode message, @Nullable String user)
            throws IOException {
        Wire.Streamed answer = daemon.stream(method, message, user, KEEP_ALIVE);
        try {
            return new DaemonStream(answer);
        } catch (IOException | RuntimeException e) {
            end(answer);
            throw e;
        }
    }

    /** Returns the number of the process. */
    long pid() {
        return pid;
    }

    /**
     * Waits for the next event. Whoever is silent for longer than it said it would be is gone.
     *
     * @return nothing after the last
     */
    Optional<JsonNode> next() throws IOException {
        Alarm alarm = Alarm.in(SILENCE, answer.call()::cancel);
        try {
            return events.next().map(message -> message.path("event"));
        } finally {
            alarm.silence();
        }
    }

    @Override
    public void close() {
        end(answer);
    }

    private static void end(Wire.Streamed answer) {
        answer.call().cancel();
        answer.response().close();
    }
}
