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
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.process.internal.output.BulkOutputStream;
import dev.sandboxed.process.internal.output.ChunkQueue;
import dev.sandboxed.process.internal.thread.DaemonThread;
import dev.sandboxed.provider.remote.internal.wire.Json;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;

/**
 * The streams of a process inside. One answer of the daemon carries its outputs for as long as it runs; what it reads is sent
 * piece by piece. The daemon speaks up when there is nothing to say, so that a connection that nobody serves any more is noticed.
 *
 * <p>While a sandbox is paused there is no answer, and another one carries the outputs on afterwards. What a process writes while
 * nobody listens is lost, so that it is held still before, and until the next answer has begun.
 */
final class DaemonChannel implements GuestChannel {

    private static final int LARGEST_INPUT = 256 * 1024;
    private static final int SIGNALLED = -1;

    private final Daemon daemon;
    private final boolean onTerminal;
    private final String word;
    private final long pid;
    private final ChunkQueue queue = new ChunkQueue(1, () -> {});
    private final DrainMark drain = new DrainMark();
    private volatile DaemonStream stream;
    private volatile boolean detached;
    private volatile @Nullable Ending ending;
    private volatile boolean closed;
    private volatile @Nullable Call sending;

    private DaemonChannel(Daemon daemon, DaemonStream stream, GuestProcess process) {
        this.daemon = daemon;
        this.stream = stream;
        this.pid = stream.pid();
        this.onTerminal = process.terminal() != null;
        this.word = SupervisorScript.wordIn(process.argv()).orElse("");
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
        DaemonStream stream = DaemonStream.begin(daemon, "process.Process/Start", message, process.user());
        DaemonChannel channel = new DaemonChannel(daemon, stream, process);
        if (!channel.word.isEmpty()) {
            daemon.processes().add(channel);
        }
        DaemonThread.start("sandboxed-e2b-" + channel.pid, channel::readAll);
        return channel;
    }

    private static ObjectNode sized(TerminalSize size) {
        ObjectNode terminal = Json.message();
        terminal.putObject("size").put("cols", size.columns()).put("rows", size.rows());
        return terminal;
    }

    private void readAll() {
        try {
            DaemonStream current;
            do {
                current = stream;
                read(current);
            } while (ending == null && awaitNextAfter(current));
            if (ending == null) {
                queue.fail(new IOException("The daemon did not say how the process ended"));
            }
        } catch (IOException | RuntimeException e) {
            queue.fail(e);
        } finally {
            stream.close();
            daemon.processes().remove(this);
            drain.heardAll();
            queue.sourceEnded();
        }
    }

    /** Reads one answer to its end, which comes early where it is let go of. */
    private void read(DaemonStream current) throws IOException {
        try {
            for (Optional<JsonNode> event = current.next(); event.isPresent(); event = current.next()) {
                take(event.get());
            }
        } catch (IOException e) {
            if (isWanted(current)) {
                throw e;
            }
        }
    }

    private synchronized boolean isWanted(DaemonStream current) {
        return !detached && stream == current;
    }

    /** Waits while the sandbox is paused; returns whether there is another answer to read then. */
    private synchronized boolean awaitNextAfter(DaemonStream current) throws IOException {
        while (detached && !closed) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("Interrupted while the sandbox was paused");
            }
        }
        return !closed && stream != current;
    }

    /** Returns the word of the supervisor that this is, or nothing if it is another process. */
    String word() {
        return word;
    }

    /** Waits no longer until somebody reads, and listens for what is said behind all that is on its way. */
    void drain(String said) {
        drain.listenFor(said);
    }

    /** Waits until that was heard in both outputs, or they have ended; returns false if it takes too long. */
    boolean awaitDrained(Duration limit) throws InterruptedException {
        return drain.await(limit);
    }

    /** Lets go of the answer. The process must be held still. */
    void detach() {
        synchronized (this) {
            detached = true;
        }
        drain.stop();
        stream.close();
    }

    /** Listens to the process again, if it was let go of. */
    void attach() {
        if (!detached || closed) {
            drain.stop();
            return;
        }
        try {
            become(DaemonStream.begin(daemon, "process.Process/Connect", selected(), null));
        } catch (IOException e) {
            queue.fail(e);
            giveUp();
        }
    }

    /** Says that there will be no other answer, should it have been let go of. */
    void giveUp() {
        become(stream);
    }

    private synchronized void become(DaemonStream next) {
        stream = next;
        detached = false;
        notifyAll();
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
            queue.awaitRoom(() -> closed || drain.isAwaited());
            queue.put(new OutputChunk(source, content));
            drain.heard(source, content);
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
        telling(() -> {
            // A program reads when it pleases.
            Call call = daemon.waiting("process.Process/SendInput", message);
            sending = call;
            return daemon.answered(call);
        });
    }

    /** Half of an input is worse than none: where the rest cannot be brought there, nothing more is to be heard from here. */
    private void telling(DaemonProcesses.Errand<JsonNode> errand) throws IOException {
        try {
            daemon.processes().during(errand);
        } catch (ConnectException e) {
            if (!e.isOfProcess()) {
                fail(e);
            }
            throw e;
        } catch (InterruptedIOException e) {
            // Whoever writes has given up, and not the way.
            throw e;
        } catch (IOException e) {
            // Of a process that has ended nobody waits for an answer, and it cannot miss any more what it was sent.
            if (!closed || ending == null) {
                fail(e);
                throw e;
            }
        }
    }

    private void fail(IOException e) {
        if (!closed && ending == null) {
            queue.fail(new IOException("Input could not be sent: " + e.getMessage(), e));
            stream.close();
        }
    }

    /** A terminal has no end of input but the byte that means it, which whoever types it sends. */
    private void closeInput() throws IOException {
        if (!onTerminal) {
            telling(() -> daemon.call("process.Process/CloseStdin", selected()));
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
        daemon.processes().during(() -> daemon.call("process.Process/Update", message));
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
        Call call = sending;
        if (call != null) {
            call.cancel();
        }
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
            stream.close();
            synchronized (this) {
                notifyAll();
            }
        }
    }
}
