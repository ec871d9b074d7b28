package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.spi.ForwardingSandbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A sandbox that takes down what is run in it, and gives commands the test's own timeout where they have none. */
public final class RecordingSandbox extends ForwardingSandbox {

    private final Duration timeout;
    private final Witness witness;
    private final Transcript transcript;
    private final Queue<Sandbox> copies;

    public RecordingSandbox(Sandbox sandbox, Duration timeout, Witness witness) {
        this(sandbox, timeout, witness, new Transcript(), new ConcurrentLinkedQueue<>());
    }

    private RecordingSandbox(
            Sandbox sandbox, Duration timeout, Witness witness, Transcript transcript, Queue<Sandbox> copies) {
        super(sandbox);
        this.timeout = timeout;
        this.witness = witness;
        this.transcript = transcript;
        this.copies = copies;
    }

    /** Makes copies whose commands are taken down with those of this. */
    @Override
    public List<Sandbox> fork(int number) {
        List<Sandbox> made = sandbox().fork(number);
        copies.addAll(made);
        return made.stream()
                .<Sandbox>map(copy -> new RecordingSandbox(copy, timeout, witness, transcript, copies))
                .toList();
    }

    /** Closes all copies that were made, and copies of those, and then does what is left; throws the first failure with the others. */
    public void closeCopies(Runnable andThen) {
        List<RuntimeException> failures = new ArrayList<>();
        for (Sandbox copy = copies.poll(); copy != null; copy = copies.poll()) {
            attempt(copy::close, failures);
        }
        attempt(andThen, failures);
        if (!failures.isEmpty()) {
            RuntimeException first = failures.remove(0);
            failures.forEach(first::addSuppressed);
            throw first;
        }
    }

    private static void attempt(Runnable step, List<RuntimeException> failures) {
        try {
            step.run();
        } catch (RuntimeException e) {
            failures.add(e);
        }
    }

    public Transcript transcript() {
        return transcript;
    }

    private Command timed(Command command) {
        return command.hasTimeout() ? command : command.timeout(timeout);
    }

    private Transcript.Line begin(Command command, String how) {
        return transcript.begin(command + how, witness.began(sandbox().id(), command));
    }

    @Override
    public ExecResult exec(Command command) {
        Transcript.Line line = begin(command, "");
        try {
            ExecResult result = sandbox().exec(timed(command));
            line.ended(result);
            return result;
        } catch (RuntimeException e) {
            line.failed(e);
            throw e;
        }
    }

    @Override
    public Execution start(Command command) {
        Transcript.Line line = begin(command, "  (started)");
        try {
            return new RecordingExecution(sandbox().start(timed(command)), line);
        } catch (RuntimeException e) {
            line.failed(e);
            throw e;
        }
    }

    @Override
    public Terminal terminal(Command command, TerminalSize size) {
        begin(command, "  (on a terminal)");
        return sandbox().terminal(timed(command), size);
    }
}
