package dev.sandboxed.testkit;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.Signal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a command does when it is run in a mock: a row of steps and an end. Immutable: every {@code and…} gives a longer
 * copy.
 *
 * <p>It exits with code 0 unless told otherwise. Delays beyond the command's timeout end it as timed out.
 */
public final class Answer {

    private static final End SUCCESS = new End.Result(Ending.exited(0));

    private final List<Step> steps;
    private final End end;

    private Answer(List<Step> steps, End end) {
        this.steps = List.copyOf(steps);
        this.end = end;
    }

    /** Exit with code 0 and say nothing. */
    public static Answer success() {
        return new Answer(List.of(), SUCCESS);
    }

    public static Answer stdout(String text) {
        return success().andStdout(text);
    }

    public static Answer stderr(String text) {
        return success().andStderr(text);
    }

    public static Answer exit(int code) {
        return success().andExit(code);
    }

    /** Is ended by a signal. */
    public static Answer signal(Signal signal) {
        return success().andSignal(signal);
    }

    /** Runs until the command's timeout, however long it is. */
    public static Answer timeout() {
        return success().andTimeout();
    }

    /** Is killed for lack of memory. */
    public static Answer outOfMemory() {
        return success().andOutOfMemory();
    }

    /** Fails with code 1 when hardly any room is left on the disk. */
    public static Answer outOfDisk() {
        return success().andOutOfDisk();
    }

    /** Takes this long, then go on. */
    public static Answer delay(Duration time) {
        return success().andDelay(time);
    }

    /** Stand still until the gate opens, the command is killed, or its timeout is over by the real clock. */
    public static Answer blockUntil(Gate gate) {
        return success().andBlockUntil(gate);
    }

    /** Returns no result: the wire to the sandbox breaks. The sandbox lives on. */
    public static Answer brokenWire(String what) {
        return throwing(() -> new SandboxTransportException(
                Fault.of(what).remedy("none is needed: the mock was told to break the wire here")));
    }

    /** Returns no result but an exception, made anew each time. */
    public static Answer throwing(Supplier<? extends RuntimeException> failure) {
        return success().ending(new End.Thrown(failure));
    }

    /** Returns no result: the sandbox dies, and every later call on it throws {@code SandboxDestroyedException}. */
    public static Answer death(String reason) {
        return success().andDeath(reason);
    }

    /** Writes UTF-8 to standard output, as a chunk of its own. */
    public Answer andStdout(String text) {
        return andStdout(text.getBytes(StandardCharsets.UTF_8));
    }

    public Answer andStdout(byte[] bytes) {
        return and(new Step.Print(new OutputChunk(Source.STDOUT, bytes.clone())));
    }

    /** Writes UTF-8 to standard error, as a chunk of its own. */
    public Answer andStderr(String text) {
        return andStderr(text.getBytes(StandardCharsets.UTF_8));
    }

    public Answer andStderr(byte[] bytes) {
        return and(new Step.Print(new OutputChunk(Source.STDERR, bytes.clone())));
    }

    /** Writes a file in the sandbox, as the real command would have. */
    public Answer andFile(String path, String text) {
        return and(new Step.WriteFile(path, text));
    }

    public Answer andDelay(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("A delay must not be negative, but was " + time);
        }
        return and(new Step.Delay(time));
    }

    public Answer andBlockUntil(Gate gate) {
        return and(new Step.Block(gate));
    }

    public Answer andExit(int code) {
        return ending(new End.Result(Ending.exited(code)));
    }

    public Answer andSignal(Signal signal) {
        return ending(new End.Result(Ending.signaled(signal)));
    }

    public Answer andTimeout() {
        return ending(new End.Result(Ending.timedOut()));
    }

    public Answer andOutOfMemory() {
        return ending(new End.Result(Ending.outOfMemory()));
    }

    public Answer andOutOfDisk() {
        return ending(new End.Result(Ending.outOfDisk(1)));
    }

    public Answer andDeath(String reason) {
        return ending(new End.Death(reason));
    }

    List<Step> steps() {
        return steps;
    }

    End end() {
        return end;
    }

    private Answer and(Step step) {
        List<Step> longer = new ArrayList<>(steps);
        longer.add(step);
        return new Answer(longer, end);
    }

    private Answer ending(End other) {
        return new Answer(steps, other);
    }

    /** How a scripted command comes to its end. */
    sealed interface End {

        /** With a result. */
        record Result(Ending ending) implements End {
            boolean isTimeout() {
                return ending.outcome() == Outcome.TIMED_OUT;
            }
        }

        /** With an exception. */
        record Thrown(Supplier<? extends RuntimeException> failure) implements End {}

        /** With the death of its sandbox. */
        record Death(String reason) implements End {}
    }
}
