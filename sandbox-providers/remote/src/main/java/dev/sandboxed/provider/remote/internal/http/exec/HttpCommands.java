package dev.sandboxed.provider.remote.internal.http.exec;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.process.internal.output.CapturingSink;
import dev.sandboxed.process.internal.output.ChunkQueue;
import dev.sandboxed.process.internal.output.LiveSink;
import dev.sandboxed.provider.remote.internal.http.service.SandboxLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands in one sandbox at the service. Each has a thread of its own, so that whoever waits for one can be interrupted. A
 * command is never sent twice.
 */
public final class HttpCommands implements AutoCloseable {

    private final SandboxLine line;
    private final Duration silence;
    private final AtomicLong count = new AtomicLong();
    private final Set<CommandCall> running = ConcurrentHashMap.newKeySet();

    public HttpCommands(SandboxLine line) {
        this(line, FrameReader.SILENCE);
    }

    HttpCommands(SandboxLine line, Duration silence) {
        this.line = line;
        this.silence = silence;
    }

    /**
     * Runs a command until it ends or its time is up.
     *
     * @throws dev.sandboxed.api.error.SandboxInterruptedException if the thread is interrupted; the command is killed
     * @throws dev.sandboxed.api.error.SandboxTransportException if the connection breaks, or the source of its input
     * @throws dev.sandboxed.api.error.SandboxDestroyedException if the sandbox is gone
     * @throws RuntimeException whatever the service says was thrown there
     */
    public ExecResult run(Command command) {
        ChunkQueue queue = new ChunkQueue(0, () -> {});
        CommandCall call = prepared(command, (source, sink) -> sink, null);
        return begun(call, queue, result -> {}).await();
    }

    /** Starts a command to talk to while it runs; fails as {@link #run} does. */
    public Execution start(Command command, Consumer<ExecResult> ended) {
        ChunkQueue queue = new ChunkQueue(Source.values().length, () -> {});
        CommandCall call = prepared(command, (source, sink) -> new LiveSink(source, sink, queue), null);
        return begun(call, queue, ended);
    }

    /** Starts a command on a terminal; fails as {@link #run} does. */
    public Terminal open(Command given, TerminalSize size, Consumer<Ending> ended) {
        Command command = given.stdin(Stdin.open());
        ChunkQueue queue = new ChunkQueue(Source.values().length, () -> {});
        CommandCall call = prepared(
                command, (source, sink) -> new LiveSink(source, CapturingSink.to(Optional.empty(), 0), queue), size);
        return new HttpTerminal(begun(call, queue, result -> ended.accept(result.ending())), call);
    }

    /** Opens what a command reads and writes on this side; if one cannot be opened, the others do not stay so. */
    private CommandCall prepared(
            Command command, BiFunction<Source, CapturingSink, CapturingSink> via, @Nullable TerminalSize terminal) {
        CommandInput input = CommandInput.of(command.stdin());
        List<CapturingSink> opened = new ArrayList<>();
        try {
            for (Source source : Source.values()) {
                opened.add(via.apply(source, CapturingSink.of(command, source)));
            }
            CommandCall.Streams streams = new CommandCall.Streams(input, opened.get(0), opened.get(1));
            return new CommandCall(line, "c" + count.incrementAndGet(), command, silence, streams, terminal);
        } catch (RuntimeException e) {
            input.close();
            opened.forEach(CapturingSink::end);
            throw e;
        }
    }

    private HttpExecution begun(CommandCall call, ChunkQueue queue, Consumer<ExecResult> ended) {
        running.add(call);
        HttpExecution execution = new HttpExecution(call, queue, ended, () -> running.remove(call));
        call.awaitBegun();
        return execution;
    }

    /** Lets go of all that run; their sandbox is gone, and so are they. */
    @Override
    public void close() {
        running.forEach(CommandCall::cancel);
    }
}
