package dev.sandboxed.conformance.internal.clauses.state;

import static dev.sandboxed.conformance.internal.trial.files.Inside.inside;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.SandboxStoppedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.Trial;
import dev.sandboxed.conformance.internal.trial.files.Inside;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.function.Executable;

/** Stop and resume. */
public interface PauseClauses {

    /**
     * Nothing can be asked of a stopped sandbox, so the beats are counted before and after. A heart cannot beat more often
     * than its naps allow in the time that it was free to, however slow the machine is.
     */
    @Clause("PAUSE-1")
    default void nothingRunsWhileItIsStopped(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Inside inside = inside(sandbox);
        List<String> hearts = List.of("detached", "plain");
        inside.run(trial.guest().detached(trial.guest().heartbeat("detached")));
        inside.run("(" + trial.guest().heartbeat("plain") + ") </dev/null >/dev/null 2>&1 &");
        hearts.forEach(heart -> trial.awaitBeat(sandbox, heart));
        long nap = trial.guest().naps() ? 50 : 1000;

        long begin = System.nanoTime();
        List<Long> before =
                hearts.stream().map(heart -> trial.beats(sandbox, heart)).toList();
        sandbox.stop();
        long free = System.nanoTime() - begin;
        Duration held = Duration.ofMillis(20 * nap).plus(Duration.ofNanos(4 * free));
        trial.comesTrueWithin(held, () -> false);
        long freeSince = System.nanoTime();
        sandbox.resume();
        List<Long> after =
                hearts.stream().map(heart -> trial.beats(sandbox, heart)).toList();
        free += System.nanoTime() - freeSince;

        long most = TimeUnit.NANOSECONDS.toMillis(free) / nap + 2;
        for (int i = 0; i < hearts.size(); i++) {
            long beats = after.get(i) - before.get(i);
            assertTrue(
                    beats <= most,
                    "a " + hearts.get(i) + " background process went on while the sandbox was stopped: it did " + beats
                            + " rounds, and outside of that time it can have done " + most + " at most");
        }
    }

    @Clause("PAUSE-2")
    default void resumeContinuesTheSameProcesses(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        String counting = "i=0; while :; do i=$((i+1)); echo \"$$ $i\" >>counted; "
                + trial.guest().nap() + "; done";
        inside(sandbox).run(trial.guest().detached(counting));
        trial.awaitBeat(sandbox, "counted");
        // Stopping what is stopped is fine, and so is resuming what runs; one of each is enough.
        sandbox.stop();
        sandbox.stop();
        sandbox.resume();
        trial.assertBeating(sandbox, "counted", "a background process does not go on after the sandbox was resumed");
        sandbox.resume();
        List<String> lines = sandbox.files().readText("counted").lines().toList();
        String pid = lines.get(0).split(" ")[0];
        for (int i = 0; i < lines.size(); i++) {
            // The last line may be looked at while it is written.
            boolean whole = i < lines.size() - 1;
            assertTrue(
                    lines.get(i).equals(pid + " " + (i + 1)) || !whole,
                    "the process that goes on after resume is not the one that was stopped: " + lines);
        }
    }

    @Clause("PAUSE-2")
    default void aCommandGoesOnAfterResume(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        String waiting = "echo >started; while [ ! -e go ]; do " + trial.guest().nap() + "; done; exit 7";
        CompletableFuture<Integer> code =
                CompletableFuture.supplyAsync(() -> sandbox.shell(waiting).exitCode());
        trial.awaitBeat(sandbox, "started");
        sandbox.stop();
        sandbox.resume();
        assertFalse(code.isDone(), "a command that waits ended when the sandbox was stopped and resumed");
        sandbox.files().write("go", "go");
        try {
            code.orTimeout(trial.patience(Duration.ofSeconds(10)).toMillis(), TimeUnit.MILLISECONDS);
            assertEquals(7, code.join(), "a command that was held and resumed ended with another code");
        } catch (CompletionException e) {
            fail("a command that was held and resumed did not go on to its end: " + e.getCause(), e);
        }
    }

    @Clause("PAUSE-3")
    default void aCommandForAStoppedSandboxIsRefused(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Inside inside = inside(sandbox);
        sandbox.stop();
        assertRefused(() -> sandbox.shell("echo >ran"));
        if (trial.claims(Capability.STREAMING)) {
            assertRefused(() -> sandbox.start(Command.shell("echo >ran")).close());
        }
        sandbox.resume();
        inside.says("up", "echo up", "a sandbox that was resumed runs no command");
        inside.at("ran").isMissing("a command for a stopped sandbox ran when it was resumed");
    }

    private static void assertRefused(Executable command) {
        RuntimeException refusal =
                assertThrows(RuntimeException.class, command, "a command for a stopped sandbox was not refused");
        assertInstanceOf(
                SandboxStoppedException.class, refusal, "a command for a stopped sandbox was refused in another way");
    }
}
