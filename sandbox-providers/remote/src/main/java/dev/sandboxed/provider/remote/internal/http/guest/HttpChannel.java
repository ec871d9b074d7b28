package dev.sandboxed.provider.remote.internal.http.guest;

import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.process.internal.output.ChunkQueue;
import dev.sandboxed.process.internal.thread.Alarm;
import dev.sandboxed.process.internal.thread.DaemonThread;
import dev.sandboxed.provider.remote.internal.http.exec.FrameReader;
import dev.sandboxed.provider.remote.internal.http.exec.InputPipe;
import dev.sandboxed.provider.remote.internal.http.service.Demand;
import dev.sandboxed.provider.remote.internal.http.service.SandboxLine;
import dev.sandboxed.provider.remote.internal.wire.Answer;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import dev.sandboxed.wire.internal.CommandEvent;
import dev.sandboxed.wire.internal.Frame;
import dev.sandboxed.wire.internal.ProcessWords;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The streams of a process at the service. The answer to the request for it carries its outputs for as long as it runs; what it
 * reads is sent piece by piece. It is asked for once: nobody knows whether one whose answer is lost has begun.
 */
final class HttpChannel implements GuestChannel {

    private static final Logger LOG = System.getLogger(HttpChannel.class.getName());
    private static final Duration TO_LET_GO = Duration.ofSeconds(4);

    private final SandboxLine line;
    private final Demand demand;
    private final Wire.Streamed answer;
    private final FrameReader frames;
    private final Duration silence;
    private final InputPipe input;
    private final ChunkQueue queue = new ChunkQueue(1, () -> {});
    private volatile @Nullable Ending ending;
    private volatile boolean closed;

    private HttpChannel(SandboxLine line, Demand demand, Wire.Streamed answer, String id, Duration silence) {
        this.line = line;
        this.demand = demand;
        this.answer = answer;
        this.frames = new FrameReader(answer.call(), answer.response().body().byteStream());
        this.silence = silence;
        this.input = new InputPipe(line, id);
    }

    /**
     * Starts a process.
     *
     * @param silence how long the service may say nothing while it runs
     * @throws IOException if nobody answers in time, or the connection breaks before it has begun
     * @throws RuntimeException whatever the service says was thrown there
     */
    static HttpChannel start(SandboxLine line, ProcessWords.Start process, Duration silence) throws IOException {
        Demand demand = Demand.post("Starting a process", line.path("commands")).saying(process);
        Wire.Streamed answer = line.service().wire().stream(
                line.service().request(demand), line.service().settings().requestTimeout());
        try {
            if (!answer.response().isSuccessful()) {
                line.required(demand, Answer.read(answer.response()));
            }
            HttpChannel channel = new HttpChannel(line, demand, answer, process.id(), silence);
            channel.awaitStart();
            DaemonThread.start("sandboxed-http-" + process.id(), channel::readAll);
            return channel;
        } catch (IOException | RuntimeException e) {
            answer.call().cancel();
            answer.response().close();
            throw e;
        }
    }

    private void awaitStart() throws IOException {
        boolean begun = false;
        while (!begun) {
            Frame frame = next();
            begun = frame.kind() == Frame.EVENT && event(frame).hasStarted();
        }
    }

    private Frame next() throws IOException {
        return frames.next(silence, () -> FrameReader.unheard(silence));
    }

    /** Throws what the service says went wrong, if it does. */
    private CommandEvent event(Frame frame) throws IOException {
        CommandEvent event = frame.event();
        if (event.error() != null) {
            throw line.service().faults().refused(line.about(demand), event.error());
        }
        return event;
    }

    private void readAll() {
        try {
            while (ending == null) {
                take(next());
            }
        } catch (IOException | RuntimeException e) {
            queue.fail(e);
        } finally {
            answer.response().close();
            queue.sourceEnded();
            if (ending == null) {
                letGo();
            } else {
                input.end();
            }
        }
    }

    /** While nobody reads, the service waits, and the process with it. */
    private void take(Frame frame) throws IOException {
        switch (frame.kind()) {
            case Frame.EVENT -> ending = ending(event(frame));
            case Frame.STDOUT -> put(Source.STDOUT, frame);
            case Frame.STDERR -> put(Source.STDERR, frame);
            default -> {
                // A later version may have something to say that nobody here understands.
            }
        }
    }

    private static @Nullable Ending ending(CommandEvent event) throws IOException {
        try {
            return event.ending().orElse(null);
        } catch (IllegalArgumentException e) {
            throw new IOException("The service told an end that no process has: " + event, e);
        }
    }

    private void put(Source source, Frame frame) {
        if (frame.content().length > 0) {
            queue.awaitRoom(() -> closed);
            queue.put(new OutputChunk(source, frame.content()));
        }
    }

    /** Returns how the process ended, if the service has said so. */
    Optional<Ending> ending() {
        return Optional.ofNullable(ending);
    }

    @Override
    public OutputStream input() {
        return input;
    }

    @Override
    public Optional<OutputChunk> read() throws IOException {
        return queue.read();
    }

    @Override
    public void close() {
        closed = true;
        queue.close(new IOException("The channel is closed"));
        answer.call().cancel();
    }

    /** To the service the end of the connection means nothing, so it is told that nothing more is to be read. */
    private void letGo() {
        Alarm late = Alarm.in(TO_LET_GO, input::end);
        try {
            input.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "Nobody could be told that a process is to read no more", e);
        } finally {
            late.silence();
            input.end();
        }
    }
}
