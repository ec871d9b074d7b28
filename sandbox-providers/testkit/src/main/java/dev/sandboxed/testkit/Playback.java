package dev.sandboxed.testkit;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.testkit.Answer.End;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Plays the answer of one command, step by step, on the thread that calls {@link #play}. */
final class Playback {

    private final Command command;
    private final Answer answer;
    private final Stage stage;
    private final CapturedOutput out;
    private final CapturedOutput err;
    private final CompletableFuture<End> cut = new CompletableFuture<>();
    private Duration spent = Duration.ZERO;

    Playback(Command command, Answer answer, Stage stage) {
        this.command = command;
        this.answer = answer;
        this.stage = stage;
        this.out =
                new CapturedOutput(command.outputLimit(), command.stdoutFile().orElse(null));
        this.err =
                new CapturedOutput(command.outputLimit(), command.stderrFile().orElse(null));
    }

    /** What a command can do to the sandbox that it runs in. */
    interface Stage {
        Pacer pacer();

        void writeFile(String path, String text);

        /** Never returns. */
        void die(String reason);
    }

    Command command() {
        return command;
    }

    /** End it now with a signal, from any thread; one that has ended already is left alone. */
    void cut(Signal signal) {
        cut.complete(new End.Result(Ending.signaled(signal)));
    }

    ExecResult play(Consumer<OutputChunk> reader) throws InterruptedException {
        End end = end(reader);
        if (end instanceof End.Thrown thrown) {
            throw thrown.failure().get();
        }
        if (end instanceof End.Death death) {
            stage.die(death.reason());
        }
        Ending ending = end instanceof End.Result result ? result.ending() : Ending.signaled(Signal.KILL);
        return new ExecResult(command, ending, out.toOutput(), err.toOutput(), spent);
    }

    private End end(Consumer<OutputChunk> reader) throws InterruptedException {
        for (Step step : answer.steps()) {
            boolean inTime = perform(step, reader);
            if (cut.isDone()) {
                return cut.join();
            }
            if (!inTime) {
                return new End.Result(Ending.timedOut());
            }
        }
        if (answer.end() instanceof End.Result result && result.isTimeout()) {
            delay(left());
        }
        return cut.getNow(answer.end());
    }

    /** Returns whether there was time enough for the step. */
    private boolean perform(Step step, Consumer<OutputChunk> reader) throws InterruptedException {
        if (step instanceof Step.Delay delay) {
            Duration wanted = delay.time();
            boolean enough = wanted.compareTo(left()) <= 0;
            delay(enough ? wanted : left());
            return enough;
        }
        if (step instanceof Step.Block block) {
            return block(block.gate());
        }
        if (step instanceof Step.Print print) {
            (print.chunk().source() == Source.STDOUT ? out : err).append(print.chunk());
            reader.accept(print.chunk());
            command.outputWatcher().ifPresent(watcher -> watcher.accept(print.chunk()));
        }
        if (step instanceof Step.WriteFile file) {
            stage.writeFile(file.path(), file.text());
        }
        return true;
    }

    private Duration left() {
        return command.timeout().minus(spent);
    }

    private void delay(Duration time) throws InterruptedException {
        spent = spent.plus(time);
        try {
            CompletableFuture.anyOf(stage.pacer().after(time), cut).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("The pacer failed: " + e.getCause(), e);
        }
    }

    private boolean block(Gate gate) throws InterruptedException {
        long began = System.nanoTime();
        try {
            CompletableFuture.anyOf(gate.arrive(), cut).get(left().toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("The gate failed: " + e.getCause(), e);
        } finally {
            spent = spent.plusNanos(System.nanoTime() - began);
        }
    }
}
