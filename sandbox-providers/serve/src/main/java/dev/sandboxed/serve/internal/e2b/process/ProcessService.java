package dev.sandboxed.serve.internal.e2b.process;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.serve.internal.connect.CallHeaders;
import dev.sandboxed.serve.internal.connect.Calls;
import dev.sandboxed.serve.internal.connect.ConnectCode;
import dev.sandboxed.serve.internal.connect.ConnectError;
import dev.sandboxed.serve.internal.connect.Envelopes;
import dev.sandboxed.serve.internal.connect.EventStream;
import dev.sandboxed.serve.internal.connect.ProtoMessage;
import dev.sandboxed.serve.internal.e2b.process.ProcessTable.Admitted;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.Json;
import dev.sandboxed.serve.internal.web.Timers;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Answers calls of {@code process.Process} for one sandbox. */
public final class ProcessService {

    private final Timers timers;
    private final ProcessTable table;
    private final Callers callers;
    private final Starter starter;

    /**
     * Creates the service of a sandbox.
     *
     * @param paths resolves a path as the daemon does
     */
    public ProcessService(Sandbox sandbox, Callers callers, UnaryOperator<String> paths, Timers timers) {
        this.timers = timers;
        this.table = new ProcessTable(timers);
        this.callers = callers;
        this.starter = new Starter(sandbox, paths);
    }

    /** Breaks off everybody who listens to a process. */
    public void cutOff() {
        table.cutOff();
    }

    /**
     * Answers a call.
     *
     * @return whether there is such a method
     */
    public boolean serve(String method, Exchange exchange) throws IOException {
        switch (method) {
            case "Start" -> Calls.streaming(exchange, this::start);
            case "Connect" -> Calls.streaming(exchange, this::connect);
            case "List" -> single(exchange, message -> list());
            case "SendInput" -> single(exchange, this::sendInput);
            case "StreamInput" ->
                Calls.gathering(exchange, (messages, headers) -> {
                    callers.require(headers.authorization());
                    return streamInput(messages);
                });
            case "CloseStdin" -> single(exchange, this::closeStdin);
            case "SendSignal" -> single(exchange, this::sendSignal);
            case "Update" -> single(exchange, this::update);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void single(Exchange exchange, Answerer answerer) throws IOException {
        Calls.single(exchange, (message, headers) -> {
            callers.require(headers.authorization());
            return answerer.answer(message);
        });
    }

    private void start(ProtoMessage message, CallHeaders headers, EventStream events) throws IOException {
        StartRequest request = StartRequest.of(message, callers.user(headers.authorization()));
        table.requireRoom();
        Program program = starter.start(request);
        Listening listening = new Listening(events, headers.keepalive());
        Admitted admitted = uninterrupted(() -> table.admit(request, program));
        Attachment own = admitted.attachment();
        headers.timeout().ifPresent(time -> admitted.process().expireAfter(time, timers, own));
        listen(admitted.process(), own, listening, Optional.empty());
    }

    private void connect(ProtoMessage message, CallHeaders headers, EventStream events) throws IOException {
        callers.require(headers.authorization());
        GuestProcess process = table.known(message.message("process"));
        Attachment own = uninterrupted(process::attach);
        listen(process, own, new Listening(events, headers.keepalive()), headers.timeout());
    }

    private static void listen(GuestProcess process, Attachment own, Listening listening, Optional<Duration> most)
            throws IOException {
        try {
            uninterrupted(() -> {
                listening.untilEnd(own, most);
                return own;
            });
        } finally {
            process.detach(own);
        }
    }

    private ObjectNode list() {
        ObjectNode answer = Json.object();
        if (!table.list().isEmpty()) {
            table.list().forEach(process -> answer.withArray("processes").add(process.json()));
        }
        return answer;
    }

    private ObjectNode sendInput(ProtoMessage message) throws IOException {
        write(table.running(message.message("process")), message.message("input"));
        return Json.object();
    }

    private ObjectNode streamInput(Envelopes messages) throws IOException {
        ProtoMessage first = messages.next()
                .orElseThrow(() -> ConnectError.invalid("the stream is empty; its first message must be start"));
        if (!first.has("start")) {
            throw ConnectError.invalid("the first message of the stream must be start");
        }
        GuestProcess process = table.running(first.message("start").message("process"));
        for (Optional<ProtoMessage> next = messages.next(); next.isPresent(); next = messages.next()) {
            if (next.get().has("data")) {
                write(process, next.get().message("data").message("input"));
            } else if (!next.get().has("keepalive")) {
                throw ConnectError.invalid("after start, a message of the stream must be data or keepalive");
            }
        }
        return Json.object();
    }

    private static void write(GuestProcess process, ProtoMessage input) throws IOException {
        if (!input.has("stdin") && !input.has("pty")) {
            throw new ConnectError(ConnectCode.UNIMPLEMENTED, "input must be for stdin or pty");
        }
        boolean toTerminal = input.has("pty");
        byte[] bytes = input.bytes(toTerminal ? "pty" : "stdin");
        taken(() -> process.program().write(bytes, toTerminal));
    }

    private ObjectNode closeStdin(ProtoMessage message) throws IOException {
        GuestProcess process = table.running(message.message("process"));
        taken(process.program()::closeInput);
        return Json.object();
    }

    private ObjectNode sendSignal(ProtoMessage message) throws ConnectError {
        GuestProcess process = table.running(message.message("process"));
        String signal = message.constant("signal");
        process.program()
                .signal(
                        switch (signal) {
                            case "SIGNAL_SIGTERM", "15" -> Signal.TERM;
                            case "SIGNAL_SIGKILL", "9" -> Signal.KILL;
                            default ->
                                throw new ConnectError(
                                        ConnectCode.UNIMPLEMENTED,
                                        "invalid signal: " + signal
                                                + "; only SIGNAL_SIGTERM and SIGNAL_SIGKILL can be sent");
                        });
        return Json.object();
    }

    private ObjectNode update(ProtoMessage message) throws ConnectError {
        GuestProcess process = table.running(message.message("process"));
        if (message.has("pty")) {
            process.program().resize(StartRequest.size(message.message("pty")));
        }
        return Json.object();
    }

    /** A process that does not read any more is no fault of the connection. */
    private static void taken(Write write) throws IOException {
        try {
            write.run();
        } catch (ConnectError e) {
            throw e;
        } catch (IOException e) {
            throw Refusals.internal("error writing to the process: " + e.getMessage());
        }
    }

    /** Answers a message with a message. */
    @FunctionalInterface
    private interface Answerer {
        ObjectNode answer(ProtoMessage message) throws IOException;
    }

    @FunctionalInterface
    private interface Write {
        void run() throws IOException;
    }

    @FunctionalInterface
    private interface Waiting<T> {
        T run() throws IOException, InterruptedException;
    }

    /** Only a server that stops interrupts its threads. */
    private static <T> T uninterrupted(Waiting<T> waiting) throws IOException {
        try {
            return waiting.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectError(ConnectCode.UNAVAILABLE, "this server is being stopped");
        }
    }
}
