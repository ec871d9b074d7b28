package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.spec.SecretMask;
import dev.sandboxed.api.spi.Attempts;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A sandbox that takes down what is run in it, and gives commands the test's own timeout where they have none. */
public final class RecordingSandbox extends ForwardingSandbox {

    private final Shared shared;
    private volatile Mark handedOut = new Mark(Instant.now(), 0);

    /**
     * Takes down what is run in a sandbox.
     *
     * @param timeout that of commands that have none
     * @param witness who hears of it as well
     */
    public RecordingSandbox(SelectedSandbox selected, Duration timeout, Witness witness) {
        this(selected, selected::sandbox, timeout, witness);
    }

    /**
     * Takes down what is run in a sandbox that is replaced by its copies in the course of time.
     *
     * @param current the one that is in use now
     */
    public RecordingSandbox(SelectedSandbox selected, Supplier<Sandbox> current, Duration timeout, Witness witness) {
        this(
                current,
                new Shared(
                        timeout,
                        witness,
                        selected.selection().capabilities().has(Capability.STREAMING),
                        SecretMask.of(selected.sandbox().spec().hidden()),
                        new Transcript(),
                        new ConcurrentLinkedQueue<>()));
    }

    private RecordingSandbox(Supplier<Sandbox> current, Shared shared) {
        super(current);
        this.shared = shared;
    }

    /**
     * What a sandbox and its copies have in common.
     *
     * @param timeout that of commands that have none
     * @param witness who hears what is run
     * @param streaming whether output is told while a command runs
     * @param mask takes out the secrets of the spec
     * @param transcript what was run
     * @param copies those that are still to be closed
     */
    private record Shared(
            Duration timeout,
            Witness witness,
            boolean streaming,
            SecretMask mask,
            Transcript transcript,
            Queue<Sandbox> copies) {}

    /** Makes copies whose commands are taken down with those of this. */
    @Override
    public List<Sandbox> fork(int number) {
        List<Sandbox> made = sandbox().fork(number);
        shared.copies.addAll(made);
        made.forEach(copy -> shared.witness.copied(id(), copy.id()));
        return made.stream()
                .<Sandbox>map(copy -> new RecordingSandbox(() -> copy, shared))
                .toList();
    }

    /** Takes down that a copy is in use now, which is closed with the others. */
    public void replacedBy(Sandbox copy) {
        shared.copies.add(copy);
        handedOut = mark();
    }

    /** Closes all copies that were made, and copies of those, and then does what is left; throws the first failure with the others. */
    public void closeCopies(Runnable andThen) {
        Attempts ends = new Attempts();
        for (Sandbox copy = shared.copies.poll(); copy != null; copy = shared.copies.poll()) {
            ends.attempt(copy::close);
        }
        ends.attempt(andThen);
        ends.throwFailures();
    }

    /** Returns when it was handed out. */
    Mark handedOut() {
        return handedOut;
    }

    /** Returns this moment. */
    public Mark mark() {
        return new Mark(Instant.now(), shared.transcript.begun());
    }

    public Transcript transcript() {
        return shared.transcript;
    }

    private Command timed(Command command) {
        return command.hasTimeout() ? command : command.timeout(shared.timeout);
    }

    /** What it writes is seen while it runs, where the provider tells it. */
    private Command followed(Command command, Transcript.Line line) {
        if (!shared.streaming) {
            return timed(command);
        }
        Optional<Consumer<OutputChunk>> watcher = command.outputWatcher();
        return timed(command).onOutput(chunk -> {
            line.wrote(chunk);
            watcher.ifPresent(also -> also.accept(chunk));
        });
    }

    private Transcript.Line begin(Command command, String how) {
        return shared.transcript.begin(
                command + how, shared.witness.began(sandbox().id(), command), shared.mask);
    }

    @Override
    public ExecResult exec(Command command) {
        Transcript.Line line = begin(command, "");
        try {
            ExecResult result = sandbox().exec(followed(command, line));
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
            return new RecordingExecution(sandbox().start(followed(command, line)), line);
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
