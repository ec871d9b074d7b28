package dev.sandboxed.conformance.internal.clauses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.Guest;
import dev.sandboxed.conformance.internal.trial.Leaderless;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** How commands end when somebody else ends them, or nobody does. */
public interface TimeoutClauses {

    @Clause(value = "EXEC-16", seconds = 60)
    default void atTheTimeoutAllThatWasStartedIsDead(Trial trial) {
        Guest guest = trial.guest();
        int moments = (int) tooLong(trial).dividedBy(Duration.ofMillis(guest.naps() ? 50 : 1000));
        String script = guest.heartbeat("child") + " &\n"
                + guest.detached(guest.heartbeat("grandchild")) + "\n"
                + "for moment in " + "x ".repeat(moments) + "; do echo >>command; " + guest.nap() + "; done";
        for (Duration timeout : timeouts()) {
            Sandbox sandbox = trial.sandbox();
            run(trial, sandbox, script, timeout);
            if (Stream.of("command", "child", "grandchild").allMatch(trace -> trial.beats(sandbox, trace) > 0)) {
                assertAllStill(trial, sandbox);
                return;
            }
        }
        fail("a command, its child and a grandchild did not all start within the command's timeouts " + timeouts());
    }

    @Clause(value = "EXEC-16", seconds = 60)
    default void atTheTimeoutWhatWasPrintedIsThere(Trial trial) {
        // A child holds the pipe open as well, and neither can be asked to go.
        String wait = "sleep " + tooLong(trial).toSeconds();
        String script = "trap '' TERM INT HUP; echo printed; " + wait + " & : >begun; " + wait;
        for (Duration timeout : timeouts()) {
            Sandbox sandbox = trial.sandbox();
            ExecResult result = run(trial, sandbox, script, timeout);
            if (sandbox.files().exists("begun")) {
                assertEquals(
                        "printed",
                        result.stdout().strip(),
                        "what a command printed before its timeout is not in the result");
                return;
            }
        }
        fail("a command did not get to print a line within its timeouts " + timeouts());
    }

    @Clause("EXEC-18")
    default void theSmallestTimeoutIsATimeout(Trial trial) {
        Command command = Command.shell("sleep 3").timeout(Duration.ofNanos(1));
        assertEquals(
                Outcome.TIMED_OUT,
                trial.sandbox().exec(command).outcome(),
                "a command with the smallest timeout, one nanosecond, did not time out");
    }

    @Clause("EXEC-18")
    default void aTimeoutThatIsNeverReachedChangesNothing(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        for (Duration timeout : List.of(Duration.ofMinutes(5), Duration.ofDays(365))) {
            String script = "echo whole; " + trial.guest().nap() + "; exit 7";
            ExecResult result = sandbox.exec(Command.shell(script).timeout(timeout));
            assertEquals(
                    "exited with code 7 and printed whole",
                    result.ending() + " and printed " + result.stdout().strip(),
                    "a timeout of " + timeout + ", which was never reached, changed how a command ended");
        }
    }

    @Clause("EXEC-19")
    default void interruptingTheCallerKillsTheCommand(Trial trial) throws InterruptedException {
        Sandbox sandbox = trial.sandbox();
        FutureTask<ExecResult> call =
                new FutureTask<>(() -> sandbox.shell(trial.guest().heartbeat("beat")));
        Thread caller = new Thread(call, "conformance-caller");
        caller.setDaemon(true);
        caller.start();
        trial.awaitBeat(sandbox, "beat");
        caller.interrupt();
        Duration patience = trial.patience(Duration.ofSeconds(5));
        try {
            ExecResult result = call.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            fail("the caller of a command was interrupted and got a result instead of an exception: "
                    + result.ending());
        } catch (TimeoutException e) {
            fail("the caller of a command was interrupted and still waited " + patience.toMillis() + " ms later");
        } catch (ExecutionException e) {
            assertInstanceOf(
                    SandboxInterruptedException.class,
                    e.getCause(),
                    "the caller of a command was interrupted and got another exception");
        }
        trial.assertStill(sandbox, "beat", "a command goes on running after its caller was interrupted");
    }

    @Clause("EXEC-20")
    default void aChildLeftBehindHoldsNothingUp(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        // It keeps the outputs of the command open, as a service does that nobody told better.
        String script = trial.guest().heartbeat("beat") + " &\n" + "until [ -s beat ]; do "
                + trial.guest().nap() + "; done; echo started";
        Command starter = Command.shell(script).timeout(trial.patience(Duration.ofSeconds(5)));
        ExecResult result = sandbox.exec(starter);
        assertEquals(
                "exited with code 0 and printed started",
                result.ending() + " and printed " + result.stdout().strip(),
                "a child in the background held up, or changed, the result of the command that had left it behind");
        trial.assertBeating(
                sandbox, "beat", "a child that was left behind on purpose was ended with the command that started it");
    }

    @Clause(value = "EXEC-25", seconds = 60)
    default void atTheTimeoutACommandWithoutItsFirstThreadIsDead(Trial trial) {
        for (Duration timeout : timeouts()) {
            Sandbox sandbox = trial.sandbox();
            Command command = Command.of(Leaderless.in(sandbox, tooLong(trial)), "beat");
            run(trial, sandbox, command, timeout);
            if (trial.beats(sandbox, "beat") > 0) {
                trial.assertStill(
                        sandbox, "beat", "a command whose first thread had ended is still alive after its timeout");
                return;
            }
        }
        fail("a small program did not get to write a line within its timeouts " + timeouts());
    }

    @Clause("EXEC-25")
    default void aKillEndsACommandWithoutItsFirstThread(Trial trial) {
        if (!trial.claims(Capability.STREAMING)) {
            return;
        }
        Sandbox sandbox = trial.sandbox();
        Execution running = trial.keep(sandbox.start(Command.of(Leaderless.in(sandbox, Leaderless.LONG), "beat")));
        trial.awaitBeat(sandbox, "beat");
        running.kill();
        assertTimeoutPreemptively(
                trial.patience(Duration.ofSeconds(5)),
                running::await,
                "await did not return after a command whose first thread had ended was killed");
        trial.assertStill(sandbox, "beat", "a command whose first thread had ended is still alive after it was killed");
    }

    /** Runs beside all others, since waiting for it would make the examination longer by just that silence. */
    @Clause(value = "EXEC-23", seconds = 150)
    @org.junit.jupiter.api.parallel.Execution(ExecutionMode.CONCURRENT)
    default void aSilentCommandEndsWithItsCode(Trial trial) {
        Duration silence = trial.effort().silence();
        String seconds = trial.guest().naps()
                ? String.valueOf(silence.toMillis() / 1000.0)
                : String.valueOf(silence.plusMillis(999).toSeconds());
        Command silent = Command.shell("sleep " + seconds + "; exit 6")
                .timeout(silence.plus(trial.patience(Duration.ofSeconds(45))));
        assertEquals(
                6,
                trial.sandbox().exec(silent).exitCode(),
                "a command that was silent for " + seconds + " seconds did not end with its exit code");
    }

    /** The timeouts to try in turn: on a busy machine the first may be too short for much to happen before it. */
    private static List<Duration> timeouts() {
        return List.of(Duration.ofSeconds(1), Duration.ofSeconds(5));
    }

    /** Longer than any of the timeouts; not for ever, so that a provider without timeouts is found out soon. */
    private static Duration tooLong(Trial trial) {
        return trial.patience(Duration.ofSeconds(7));
    }

    /** Runs a script that takes too long, and insists that it ends in time all the same. */
    private static ExecResult run(Trial trial, Sandbox sandbox, String script, Duration ordinaryTimeout) {
        return run(trial, sandbox, Command.shell(script), ordinaryTimeout);
    }

    private static ExecResult run(Trial trial, Sandbox sandbox, Command command, Duration ordinaryTimeout) {
        Duration timeout = trial.patience(ordinaryTimeout);
        Duration grace = trial.patience(Duration.ofSeconds(5));
        long begin = System.nanoTime();
        ExecResult result = sandbox.exec(command.timeout(timeout));
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        assertEquals(
                Outcome.TIMED_OUT,
                result.outcome(),
                "a command that runs longer than its timeout of " + timeout + " is not told as timed out");
        assertTrue(
                took.compareTo(timeout.plus(grace)) <= 0,
                "a command with a timeout of " + timeout + " came back only after " + took);
        return result;
    }

    private static void assertAllStill(Trial trial, Sandbox sandbox) {
        long child = trial.beats(sandbox, "child");
        long grandchild = trial.beats(sandbox, "grandchild");
        trial.assertStill(sandbox, "command", "a command that timed out is still alive");
        assertEquals(child, trial.beats(sandbox, "child"), "the child of a command that timed out is still alive");
        assertEquals(
                grandchild,
                trial.beats(sandbox, "grandchild"),
                "the grandchild of a command that timed out, in a session of its own, is still alive");
    }
}
