package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.wire.internal.CommandEvent;
import dev.sandboxed.wire.internal.Frame;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code exec}: runs a command, whose outputs and exit code are those of this call. */
@picocli.CommandLine.Command(
        name = "exec",
        description = "Runs a command in a sandbox.",
        customSynopsis = "microvmctl exec --id ID --timeout-ms N -- COMMAND...")
final class ExecVerb extends Verb {

    private static final Duration GRACE = Duration.ofSeconds(30);

    @Option(names = "--timeout-ms", paramLabel = "N", description = "after which it is killed (default: ten minutes)")
    private long timeout = Command.DEFAULT_TIMEOUT.toMillis();

    @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "the program and its arguments")
    private List<String> words = new ArrayList<>();

    ExecVerb(Caller caller) {
        super(caller);
    }

    Verb with(@Nullable Long millis, List<String> command) {
        timeout = millis == null ? timeout : millis;
        words = command;
        return this;
    }

    @Override
    int run(KeeperLine line, SandboxName name) throws IOException {
        Duration limit = millis("--timeout-ms", timeout);
        Command command = checked(() -> Command.of(words)).timeout(limit);
        CallerInput input = CallerInput.of(caller().in());
        String id = UUID.randomUUID().toString();
        byte[] asked = QuickWords.of(id, command, input.known());
        String path = KeeperLine.of(name, "commands");
        try (Answer answer = line.send("POST", path, limit.plus(GRACE), asked, asked.length)) {
            answer.required();
            return follow(answer, () -> input.start(line, KeeperLine.of(name, "commands", id, "input")), limit);
        }
    }

    private int follow(Answer answer, Runnable begun, Duration limit) throws IOException {
        for (Optional<Frame> next = Frame.read(answer.body()); next.isPresent(); next = Frame.read(answer.body())) {
            Frame frame = next.get();
            switch (frame.kind()) {
                case Frame.STDOUT -> pass(frame, caller().out());
                case Frame.STDERR -> pass(frame, caller().err());
                case Frame.EVENT -> {
                    CommandEvent event = QuickWords.event(frame);
                    if (event.error() != null) {
                        throw event.error().exception(UnaryOperator.identity());
                    }
                    if (event.hasStarted()) {
                        begun.run();
                    }
                    Optional<Ending> ending = event.ending();
                    if (ending.isPresent()) {
                        return exitCode(ending.get(), limit);
                    }
                }
                default -> {
                    // A later version may have something to say that nobody here understands.
                }
            }
        }
        throw new IOException("The keeper broke off before the command had ended; it may have been killed");
    }

    private static void pass(Frame frame, OutputStream to) throws IOException {
        to.write(frame.content());
        to.flush();
    }

    private int exitCode(Ending ending, Duration limit) {
        if (ending.outcome() == Outcome.TIMED_OUT) {
            caller().tell("the command was killed after " + limit.toMillis() + " ms; allow more with --timeout-ms");
            return TIMED_OUT;
        }
        return ending.exitCode();
    }
}
