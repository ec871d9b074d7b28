package dev.sandboxed.conformance.internal.clauses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.LiveOutput;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Talking to a command while it runs. */
public interface StreamClauses {

    @Clause("STREAM-1")
    default void chunksArriveWhileTheCommandRuns(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        String script = "echo first; until [ -e go ]; do " + trial.guest().nap() + "; done; echo >over";
        Execution execution = trial.keep(sandbox.start(Command.shell(script)));

        boolean live = LiveOutput.of(execution).hears(trial, "first", Duration.ofSeconds(5));

        assertTrue(
                live && execution.isRunning() && !sandbox.files().exists("over"),
                "a line that a command printed did not arrive while the command was running");
        sandbox.files().write("go", "");
        trial.await(
                "A command that has ended is still told as running",
                Duration.ofSeconds(10),
                () -> !execution.isRunning());
    }

    @Clause("STREAM-2")
    default void eachStreamKeepsItsOrderAndEndsAfterItsLastChunk(Trial trial) {
        int lines = 1_500;
        // Short pieces, and in the end a long one at once, however quickly somebody reads.
        String script = "i=1; all=; while [ $i -le " + lines
                + " ]; do echo out-$i; echo err-$i >&2; all=$all$i,; i=$((i+1)); done; echo $all; echo $all >&2";
        Execution execution = trial.keep(trial.sandbox().start(Command.shell(script)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        execution.forEachChunk(collecting(out, err));

        String otherwise = " are not the " + lines + " lines that were printed, in their order";
        assertEquals(numbered("out-", lines), out.toString(StandardCharsets.UTF_8), "the chunks of stdout" + otherwise);
        assertEquals(numbered("err-", lines), err.toString(StandardCharsets.UTF_8), "the chunks of stderr" + otherwise);
        for (int again = 0; again < 3; again++) {
            assertEquals(Optional.empty(), execution.next(), "there was another chunk after the end had been told");
        }
    }

    private static String numbered(String word, int lines) {
        return numbers(lines, i -> word + i + "\n") + numbers(lines, i -> i + ",") + "\n";
    }

    private static String numbers(int count, IntFunction<String> written) {
        return IntStream.rangeClosed(1, count).mapToObj(written).collect(Collectors.joining());
    }

    @Clause(value = "STREAM-3", seconds = 60)
    default void aSlowReaderSlowsTheCommandDown(Trial trial) {
        // Pipes, sockets and daemons on the way may hold some mebibytes, which is bounded and therefore fine.
        DataSize least = DataSize.ofMebibytes(32);
        DataSize flood =
                trial.effort().flood().compareTo(least) > 0 ? trial.effort().flood() : least;
        long blocks = flood.bytes() / DataSize.ofKibibytes(256).bytes();
        Sandbox sandbox = trial.sandbox();
        Execution execution = trial.keep(sandbox.start(Command.shell("i=0; while [ $i -lt " + blocks
                + " ]; do dd if=/dev/zero bs=256k count=1 2>/dev/null; i=$((i+1)); echo >>progress; done")));

        assertTrue(execution.next().isPresent(), "a command that prints a lot gave no chunk at all");
        awaitStandstill(trial, sandbox, blocks);

        assertTrue(
                trial.beats(sandbox, "progress") < blocks,
                "a command printed all of its " + flood + " though nobody read more than one chunk: memory fills");
        execution.forEachChunk(chunk -> {});
        assertEquals(
                blocks,
                trial.beats(sandbox, "progress"),
                "a command that was held back for a slow reader did not go on to its end when reading went on");
    }

    private static void awaitStandstill(Trial trial, Sandbox sandbox, long end) {
        long before;
        do {
            before = trial.beats(sandbox, "progress");
            long known = before;
            trial.comesTrue(Duration.ofMillis(700), () -> trial.beats(sandbox, "progress") >= Math.min(end, known + 1));
        } while (trial.beats(sandbox, "progress") > before && trial.beats(sandbox, "progress") < end);
    }

    @Clause("STREAM-4")
    default void standardInputIsWrittenAndClosedWhileTheCommandRuns(Trial trial) throws IOException {
        Sandbox sandbox = trial.sandbox();
        String script = "while read -r line; do echo \"$line\" >>heard; done; echo >closed";
        Execution execution = trial.keep(sandbox.start(Command.shell(script).stdin(Stdin.open())));
        OutputStream stdin = execution.stdin();
        String heard = "";
        for (String line : new String[] {"one\n", "two\n"}) {
            stdin.write(line.getBytes(StandardCharsets.UTF_8));
            stdin.flush();
            heard += line;
            String all = heard;
            trial.await(
                    "What was written to the stdin of a running command and flushed did not arrive",
                    Duration.ofSeconds(5),
                    () -> sandbox.files().exists("heard")
                            && sandbox.files().readText("heard").equals(all));
        }
        assertFalse(sandbox.files().exists("closed"), "a command met the end of its stdin before it was closed");

        stdin.close();

        trial.await(
                "A command did not meet the end of its stdin after it was closed",
                Duration.ofSeconds(5),
                () -> sandbox.files().exists("closed"));
    }

    @Clause("STREAM-5")
    default void aSignalReachesTheCommand(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Execution execution = trial.keep(sandbox.start(Command.shell("echo >up; exec sleep 1000")));
        trial.awaitBeat(sandbox, "up");

        execution.signal(Signal.TERM);

        assertEquals(
                Ending.signaled(Signal.TERM),
                awaited(trial, execution, "a command that was sent SIGTERM").ending(),
                "a command that was sent SIGTERM is told to have ended otherwise");
    }

    @Clause("STREAM-5")
    default void killEndsACommandThatIgnoresPoliteSignals(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        String deaf = "trap '' TERM INT HUP; echo >up; while :; do sleep 1; done";
        Execution execution = trial.keep(sandbox.start(Command.shell(deaf)));
        trial.awaitBeat(sandbox, "up");

        execution.kill();

        assertEquals(
                Outcome.SIGNALED,
                awaited(trial, execution, "a command that was killed").outcome(),
                "a command that was killed is told to have ended otherwise");
        assertFalse(execution.isRunning(), "a command that was killed and awaited is told as running");
    }

    private static ExecResult awaited(Trial trial, Execution execution, String what) {
        return assertTimeoutPreemptively(
                trial.patience(Duration.ofSeconds(8)), execution::await, "await did not return for " + what);
    }

    @Clause("STREAM-6")
    default void closingTheHandleKillsTheCommandWithAllThatItStarted(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        String script = trial.guest().detached(trial.guest().heartbeat("grandchild")) + "\n"
                + trial.guest().heartbeat("command");
        Execution execution = sandbox.start(Command.shell(script));
        trial.awaitBeat(sandbox, "command");
        trial.awaitBeat(sandbox, "grandchild");

        execution.close();

        trial.assertStill(sandbox, "command", "a command goes on after its handle was closed");
        trial.assertStill(sandbox, "grandchild", "what a command started goes on after its handle was closed");
        assertFalse(execution.isRunning(), "a command whose handle was closed is told as running");
    }

    @Clause("STREAM-7")
    default void whoeverWatchesACommandIsToldItsOutputWhileItRuns(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String script = "echo first; until [ -e go ]; do " + trial.guest().nap() + "; done; echo odd >&2; echo last";
        Command command = Command.shell(script).onOutput(collecting(out, err));

        CompletableFuture<ExecResult> run = CompletableFuture.supplyAsync(() -> sandbox.exec(command));
        boolean live = trial.comesTrue(Duration.ofSeconds(5), () -> out.size() > 0 || run.isDone()) && !run.isDone();
        sandbox.files().write("go", "");
        ExecResult result = assertTimeoutPreemptively(
                trial.patience(Duration.ofSeconds(10)), run::join, "a command that is watched does not end");

        assertTrue(live, "who watches a command was not told a line while the command was running");
        assertToldAll(result, out, err);
    }

    @Clause("STREAM-7")
    default void whoeverWatchesACommandThatIsReadIsToldItsOutputAsWell(Trial trial) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Command command = Command.shell("echo one; echo two >&2; echo three").onOutput(collecting(out, err));
        Execution execution = trial.keep(trial.sandbox().start(command));

        execution.forEachChunk(chunk -> {});
        ExecResult result = awaited(trial, execution, "a command that is watched");

        assertToldAll(result, out, err);
    }

    private static Consumer<OutputChunk> collecting(ByteArrayOutputStream out, ByteArrayOutputStream err) {
        return chunk -> (chunk.source() == OutputChunk.Source.STDOUT ? out : err).writeBytes(chunk.bytes());
    }

    private static void assertToldAll(ExecResult result, ByteArrayOutputStream out, ByteArrayOutputStream err) {
        String otherwise = " that was told to who watches a command is not that of its result";
        assertEquals(result.stdout(), out.toString(StandardCharsets.UTF_8), "the stdout" + otherwise);
        assertEquals(result.stderr(), err.toString(StandardCharsets.UTF_8), "the stderr" + otherwise);
    }
}
