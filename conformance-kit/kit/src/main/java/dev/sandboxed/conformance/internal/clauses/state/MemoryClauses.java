package dev.sandboxed.conformance.internal.clauses.state;

import static dev.sandboxed.conformance.internal.trial.files.Inside.inside;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.LiveOutput;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Snapshots with memory. */
public interface MemoryClauses {

    /** What a process knows is on no disk: it adds to it when it is asked, and only then says it. */
    @Clause(value = "SNAP-8", seconds = 120)
    default void processesGoOnWhereTheyWere(Trial trial) {
        Sandbox origin = trial.sandbox();
        String word = UUID.randomUUID().toString();
        String remembering = "word=" + word + "; i=0; while :; do if [ -e ask ]; then i=$((i+1)); rm ask;"
                + " echo \"$word $i\" >answer.new; mv answer.new answer; fi; "
                + trial.guest().nap() + "; done";
        inside(origin).run(trial.guest().detached(remembering));
        assertEquals(word + " 1", asked(trial, origin), "a process does not answer before a snapshot is taken of it");
        Snapshot snapshot = take(trial, origin);
        assertTrue(snapshot.memory(), "a snapshot that was to have memory is told as one without");
        assertEquals(
                word + " 2",
                asked(trial, origin),
                "a process did not go on in the sandbox of which a snapshot with memory was taken");
        assertEquals(
                word + " 2",
                asked(trial, restored(trial, snapshot)),
                "a process does not go on in a restored sandbox where it was");
        assertEquals(
                word + " 2",
                asked(trial, restored(trial, snapshot)),
                "a process does not go on in a second restored sandbox where it was");
    }

    private static String asked(Trial trial, Sandbox sandbox) {
        inside(sandbox).run("rm -f answer; echo >ask");
        boolean answered =
                trial.comesTrue(Duration.ofSeconds(10), () -> sandbox.files().exists("answer"));
        return answered ? sandbox.files().readText("answer").strip() : "no answer";
    }

    @Clause(value = "SNAP-9", seconds = 120)
    default void aCommandLosesNothingOfItsOutput(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        String counting =
                "i=0; while [ ! -e enough ]; do j=0; while [ $j -lt 40 ]; do i=$((i+1)); j=$((j+1)); echo $i; done;"
                        + " echo >>counted; " + trial.guest().nap() + "; done";
        CompletableFuture<ExecResult> result = CompletableFuture.supplyAsync(() -> sandbox.shell(counting));
        trial.awaitBeat(sandbox, "counted");
        take(trial, sandbox);
        trial.assertBeating(sandbox, "counted", "a command did not go on after a snapshot with memory was taken");
        inside(sandbox).run("echo >enough");
        try {
            ExecResult ended = result.orTimeout(
                            trial.patience(Duration.ofSeconds(20)).toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            List<String> lines = ended.stdout().lines().toList();
            assertEquals(
                    IntStream.rangeClosed(1, lines.size())
                            .mapToObj(String::valueOf)
                            .toList(),
                    lines,
                    "a command lost some of its output when a snapshot with memory was taken");
            assertEquals(0, ended.exitCode(), "a command ended in another way after a snapshot with memory was taken");
        } catch (CompletionException e) {
            fail("a command did not come to its end after a snapshot with memory was taken: " + e.getCause(), e);
        }
    }

    @Clause(value = "SNAP-10", seconds = 120)
    default void aCommandReadsOnAfterASnapshot(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Execution execution =
                trial.keep(sandbox.start(Command.shell("while read -r line; do echo \"heard $line\"; done; echo over")
                        .stdin(Stdin.open())));
        LiveOutput heard = LiveOutput.of(execution);
        say(execution, "before");
        assertTrue(
                heard.hears(trial, "heard before", Duration.ofSeconds(10)),
                "a command does not hear what it is told before a snapshot is taken");
        take(trial, sandbox);
        try {
            say(execution, "after");
        } catch (UncheckedIOException e) {
            fail("a command cannot be told anything after a snapshot with memory was taken: " + e.getCause(), e);
        }
        assertTrue(
                heard.hears(trial, "heard after", Duration.ofSeconds(10)),
                "a command does not hear what it is told after a snapshot with memory was taken");
    }

    private static void say(Execution execution, String line) {
        try {
            OutputStream input = execution.stdin();
            input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Clause(value = "SNAP-11", seconds = 120)
    default void restoredSandboxesDoNotShareRandomNumbers(Trial trial) {
        Snapshot snapshot = take(trial, trial.sandbox());
        String drawing = "od -A n -v -t x1 -N 16 /dev/urandom";
        String first = restored(trial, snapshot).shell(drawing).stdout().strip();
        String second = restored(trial, snapshot).shell(drawing).stdout().strip();
        assertNotEquals(
                first, second, "two sandboxes restored from one snapshot with memory drew the same random numbers");
    }

    private static Snapshot take(Trial trial, Sandbox sandbox) {
        return SnapshotClauses.take(trial, sandbox, SnapshotOptions.ALL.withMemory());
    }

    private static Sandbox restored(Trial trial, Snapshot snapshot) {
        return SnapshotClauses.restore(trial, snapshot);
    }
}
