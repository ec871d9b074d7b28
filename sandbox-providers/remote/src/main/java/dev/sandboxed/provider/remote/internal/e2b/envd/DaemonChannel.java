package dev.sandboxed.provider.remote.internal.e2b.envd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.process.internal.output.BulkOutputStream;
import dev.sandboxed.process.internal.output.ChunkQueue;
import dev.sandboxed.process.internal.thread.Alarm;
import dev.sandboxed.process.internal.thread.DaemonThread;
import dev.sandboxed.provider.remote.internal.wire.Json;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The streams of a process inside. One answer of the daemon carries its outputs for as long as it runs; what it reads is sent
 * piece by piece. The daemon speaks up when there is nothing to say, so that a connection that nobody serves any more is noticed.
 */
final class DaemonChannel implements GuestChannel {

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);
    private static final Duration SILENCE = KEEP_ALIVE.multipliedBy(2);
    private static final int LARGEST_INPUT = 256 * 1024;
    private static final int SIGNALLED = -1;

    private final Daemon daemon;
    private final Wire.Streamed answer;
    private final Envelopes events;
    private final boolean onTerminal;
    private final long pid;
    private final ChunkQueue queue = new ChunkQueue(1, () -> {});
    private volatile @Nullable Ending ending;
    private volatile boolean closed;

    private DaemonChannel(Daemon daemon, Wire.Streamed answer, boolean onTerminal) throws IOException {
        this.daemon = daemon;
        this.answer = answer;
        this.onTerminal = onTerminal;
        this.events = new Envelopes(answer.response().body().byteStream());
        JsonNode start = nextEvent()
                .orElseThrow(() -> new IOException("The daemon ended the stream before the process began"))
                .path("start");
        if (!start.path("pid").canConvertToLong()) {
            throw new IOException("The daemon did not say which process it has started");
        }
        this.pid = start.path("pid").asLong();
    }

    /**
     * Starts a process.
     *
     * @throws ConnectException if the daemon refuses
     * @throws IOException if nobody answers in time, or the connection breaks
     */
    static DaemonChannel start(Daemon daemon, GuestProcess process) throws IOException {
        ObjectNode message = Json.message();
        ObjectNode what = message.putObject("process").put("cmd", process.argv().get(0));
        process.argv().stream().skip(1).forEach(what.putArray("args")::add);
        what.set("envs", Json.of(process.env()));
        what.put("cwd", "/");
        TerminalSize size = process.terminal();
        if (size == null) {
            message.put("stdin", true);
        } else {
            message.set("pty", sized(size));
        }
        Wire.Streamed answer = daemon.stream("process.Process/Start", message, process.user(), KEEP_ALIVE);
        DaemonChannel channel;
        try {
            channel = new DaemonChannel(daemon, answer, size != null);
        } catch (IOException | RuntimeException e) {
            answer.call().cancel();
            answer.response().close();
            throw e;
        }
        DaemonThread.start("sandboxed-e2b-" + channel.pid, channel::readAll);
        return channel;
    }

    private static ObjectNode sized(TerminalSize size) {
        ObjectNode terminal = Json.message();
        terminal.putObject("size").put("cols", size.columns()).put("rows", size.rows());
        return terminal;
    }

    /** Whoever is silent for longer than it said it would be is gone. */
    private Optional<JsonNode> nextEvent() throws IOException {
        Alarm alarm = Alarm.in(SILENCE, answer.call()::cancel);
        try {
            return events.next().map(message -> message.path("event"));
        } finally {
            alarm.silence();
        }
    }

    private void readAll() {
        try {
            for (Optional<JsonNode> event = nextEvent(); event.isPresent(); event = nextEvent()) {
                take(event.get());
            }
            if (ending == null) {
                queue.fail(new IOException("The daemon did not say how the process ended"));
            }
        } catch (IOException | RuntimeException e) {
            queue.fail(e);
        } finally {
            answer.response().close();
            queue.sourceEnded();
        }
    }

    private void take(JsonNode event) throws IOException {
        JsonNode data = event.path("data");
        if (event.has("end")) {
            ending = ending(event.path("end"));
        } else if (data.has("stderr")) {
            put(Source.STDERR, data.path("stderr"));
        } else if (data.isObject()) {
            put(Source.STDOUT, data.has("pty") ? data.path("pty") : data.path("stdout"));
        }
    }

    private void put(Source source, JsonNode bytes) throws IOException {
        byte[] content = bytes.binaryValue();
        if (content != null && content.length > 0) {
            queue.awaitRoom(() -> closed);
            queue.put(new OutputChunk(source, content));
        }
    }

    /** A code of zero is left out, and of a signal only the word is told. */
    private static Ending ending(JsonNode end) {
        int code = end.path("exitCode").asInt(0);
        return code == SIGNALLED ? Ending.signaled(Signal.KILL) : Ending.exited(code & 0xff);
    }

    /** Returns how the process ended, if the daemon has said so. */
    Optional<Ending> ending() {
        return Optional.ofNullable(ending);
    }

    @Override
    public OutputStream input() {
        return new BulkOutputStream() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                for (int at = offset; at < offset + length; at += LARGEST_INPUT) {
                    send(Arrays.copyOfRange(bytes, at, Math.min(offset + length, at + LARGEST_INPUT)));
                }
            }

            @Override
            public void close() throws IOException {
                closeInput();
            }
        };
    }

    private void send(byte[] piece) throws IOException {
        ObjectNode message = selected();
        message.putObject("input").put(onTerminal ? "pty" : "stdin", piece);
        daemon.call("process.Process/SendInput", message);
    }

    /** A terminal has no end of input but the byte that means it, which whoever types it sends. */
    private void closeInput() throws IOException {
        if (!onTerminal) {
            daemon.call("process.Process/CloseStdin", selected());
        }
    }

    private ObjectNode selected() {
        ObjectNode message = Json.message();
        message.putObject("process").put("pid", pid);
        return message;
    }

    @Override
    public Optional<OutputChunk> read() throws IOException {
        return queue.read();
    }

    @Override
    public void resize(TerminalSize size) throws IOException {
        if (!onTerminal) {
            throw new IOException("This process has no terminal");
        }
        ObjectNode message = selected();
        message.set("pty", sized(size));
        daemon.call("process.Process/Update", message);
    }

    /**
     * {@inheritDoc}
     *
     * <p>To the daemon the end of a connection means nothing, so it is told that nothing more is to be read. What a process that
     * was left in the background writes is then dropped by the daemon.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        queue.close(new IOException("The channel is closed"));
        DaemonThread.start("sandboxed-e2b-close-" + pid, this::letGo);
    }

    private void letGo() {
        try {
            if (ending == null) {
                if (onTerminal) {
                    daemon.call("process.Process/SendSignal", selected().put("signal", "SIGNAL_SIGKILL"));
                } else {
                    closeInput();
                }
            }
        } catch (IOException | RuntimeException e) {
            // It has ended, or its sandbox has.
        } finally {
            answer.call().cancel();
        }
    }
}
