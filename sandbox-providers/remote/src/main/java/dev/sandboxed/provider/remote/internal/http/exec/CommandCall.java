package dev.sandboxed.provider.remote.internal.http.exec;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.process.internal.output.CapturingSink;
import dev.sandboxed.process.internal.thread.Alarm;
import dev.sandboxed.provider.remote.internal.http.service.Demand;
import dev.sandboxed.provider.remote.internal.http.service.SandboxLine;
import dev.sandboxed.provider.remote.internal.wire.Answer;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import dev.sandboxed.wire.internal.CommandEvent;
import dev.sandboxed.wire.internal.CommandWords;
import dev.sandboxed.wire.internal.Frame;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import okhttp3.Call;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * One command at the service. It is sent once; the answer to that brings all that becomes of it, and goes on as long as it runs.
 * The service speaks up when there is nothing to say, so that a connection that nobody serves any more is noticed.
 */
final class CommandCall {

    /** What a command that is out of time may take to end, on the way and at the service. */
    private static final Duration GRACE = Duration.ofSeconds(15);

    private static final Duration TO_DIE = Duration.ofSeconds(4);

    private final SandboxLine line;
    private final String id;
    private final Command command;
    private final Duration silence;
    private final Streams streams;
    private final Demand demand;
    private final Call call;
    private final InputPipe input;
    private final CompletableFuture<Boolean> begun = new CompletableFuture<>();
    private volatile boolean over;
    private volatile @Nullable Alarm unheard;
    private long heldBack;

    /** What a command reads and writes, on this side. */
    record Streams(CommandInput input, CapturingSink out, CapturingSink err) {}

    /**
     * Prepares a command; nothing is sent yet.
     *
     * @param id what it is called, unlike any other of its sandbox
     * @param silence how long the service may say nothing while it runs
     * @param terminal the size of its terminal, if it has one
     */
    CommandCall(
            SandboxLine line,
            String id,
            Command command,
            Duration silence,
            Streams streams,
            @Nullable TerminalSize terminal) {
        this.line = line;
        this.silence = silence;
        this.id = id;
        this.command = command;
        this.streams = streams;
        this.demand = Demand.post("Running a command", line.path("commands"))
                .saying(CommandWords.of(id, command, streams.input().known(), terminal));
        this.call = line.service().wire().call(line.service().request(demand));
        this.input = new InputPipe(line, id);
    }

    Command command() {
        return command;
    }

    String id() {
        return id;
    }

    OutputStream input() {
        return input;
    }

    /**
     * Sends the command and moves its bytes until it has ended.
     *
     * @throws SandboxException if it could not be started, or its end is not known
     */
    ExecResult toEnd() {
        try {
            ExecResult result = follow();
            begun.complete(true);
            return result;
        } catch (RuntimeException | Error e) {
            failed(e);
            throw e;
        } finally {
            over = true;
            silence();
            input.end();
            streams.input().close();
        }
    }

    private void failed(Throwable e) {
        // What nobody follows any more is not to run on.
        call.cancel();
        for (CapturingSink sink : new CapturingSink[] {streams.out(), streams.err()}) {
            try {
                sink.fail(e);
            } catch (SandboxException another) {
                e.addSuppressed(another);
            }
        }
        begun.completeExceptionally(e);
    }

    private ExecResult follow() {
        try (Response response =
                Wire.begin(call, line.service().settings().requestTimeout()).response()) {
            if (!response.isSuccessful()) {
                line.required(demand, Answer.read(response));
            }
            CommandEvent last = moveAll(new FrameReader(call, response.body().byteStream()));
            streams.out().end();
            streams.err().end();
            streams.input().requireWhole();
            return result(last);
        } catch (IOException e) {
            streams.input().requireWhole();
            throw line.explained(line.service().faults().broken(line.about(demand), e));
        } catch (SandboxException e) {
            throw line.explained(e);
        }
    }

    private ExecResult result(CommandEvent last) throws IOException {
        Ending ending;
        try {
            ending = last.ending().orElseThrow();
        } catch (IllegalArgumentException e) {
            throw new IOException("The service told an end that no command has: " + last, e);
        }
        return new ExecResult(
                command, ending, streams.out().captured(), streams.err().captured(), last.took());
    }

    /** Returns the event that tells how it ended. */
    private CommandEvent moveAll(FrameReader answer) throws IOException {
        long end = System.nanoTime() + command.timeout().plus(GRACE).toNanos();
        while (true) {
            Frame frame = next(answer, end);
            switch (frame.kind()) {
                case Frame.EVENT -> {
                    CommandEvent event = frame.event();
                    if (event.error() != null) {
                        throw line.service().faults().refused(line.about(demand), event.error());
                    }
                    if (event.outcome() != null) {
                        return event;
                    }
                    if (event.hasStarted() && begun.complete(true)) {
                        streams.input().start(input, this::kill);
                    }
                }
                case Frame.STDOUT -> put(streams.out(), frame);
                case Frame.STDERR -> put(streams.err(), frame);
                default -> {
                    // A later version may have something to say that nobody here understands.
                }
            }
        }
    }

    /** While nobody reads, the service waits, and its command with it: that time is not the command's. */
    private void put(CapturingSink sink, Frame frame) {
        long from = System.nanoTime();
        sink.awaitRoom(call::isCanceled);
        heldBack += System.nanoTime() - from;
        sink.accept(frame.content(), frame.content().length);
    }

    private Frame next(FrameReader answer, long end) throws IOException {
        Duration left = Duration.ofNanos(Math.max(1, end + heldBack - System.nanoTime()));
        Duration longest = left.compareTo(silence) < 0 ? left : silence;
        return answer.next(longest, () -> tooLate(longest));
    }

    private String tooLate(Duration waited) {
        return waited.equals(silence)
                ? FrameReader.unheard(silence)
                : "The command did not end within its timeout of " + command.timeout() + " and " + GRACE.toSeconds()
                        + " seconds more";
    }

    /**
     * Waits until the command has begun.
     *
     * @throws SandboxException if it could not be started
     * @throws SandboxInterruptedException if the thread is interrupted; the command is killed
     */
    void awaitBegun() {
        try {
            begun.get();
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(
                    line.about(Demand.get("Interrupted while a command was started; it was killed: " + command)));
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        }
    }

    private static RuntimeException thrown(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return (RuntimeException) Optional.ofNullable(cause).orElseThrow();
    }

    /** Kills it with all that it started. One that the service may not know yet dies with its connection. */
    void kill() {
        if (!begun.isDone()) {
            call.cancel();
            return;
        }
        Demand killing =
                Demand.delete("Killing a command", line.path("commands", id)).repeatable();
        try {
            line.service().ask(killing, null, TO_DIE);
            unheard = Alarm.in(TO_DIE, this::cancelUnlessOver);
        } catch (RuntimeException e) {
            // It dies with its connection as well, and so it does if its sandbox is gone.
            call.cancel();
        }
    }

    private void silence() {
        Alarm alarm = unheard;
        if (alarm != null) {
            alarm.silence();
        }
    }

    private void cancelUnlessOver() {
        if (!over) {
            call.cancel();
        }
    }

    /** Ends the connection, and so the command. */
    void cancel() {
        call.cancel();
    }

    void signal(Signal signal) {
        line.ask(Demand.post("Sending a signal to a command", line.path("commands", id, "signal"))
                .with("number", signal.number()));
    }

    void resize(TerminalSize size) {
        line.ask(Demand.post("Changing the size of a terminal", line.path("commands", id, "resize"))
                .with("columns", size.columns())
                .with("rows", size.rows())
                .repeatable());
    }
}
