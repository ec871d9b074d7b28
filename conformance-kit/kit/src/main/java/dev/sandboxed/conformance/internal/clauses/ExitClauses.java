package dev.sandboxed.conformance.internal.clauses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How commands end by themselves. */
public interface ExitClauses {

    /** Every bit and its neighbours, and the codes that shells, ssh and container tools use for themselves. */
    @Clause(value = "EXEC-4", seconds = 120)
    default void exitCodesComeBackUnchanged(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        int[] codes = {
            0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 42, 63, 64, 77, 85, 100, 125, 126, 127, 128, 129, 130, 139, 170, 192,
            200, 223, 240, 253, 254, 255
        };
        for (int code : codes) {
            assertEquals(
                    code,
                    sandbox.shell("exit " + code).exitCode(),
                    "a command that exits with " + code + " came back with another code");
        }
    }

    @Clause("EXEC-5")
    default void aNonZeroExitIsAResult(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        for (int code : new int[] {1, 3, 125, 255}) {
            assertEquals(
                    Outcome.EXITED,
                    sandbox.shell("exit " + code).outcome(),
                    "a command that exits with " + code + " is not told as having exited");
        }
    }

    @Clause("EXEC-6")
    default void deathByASignalIsToldWithTheSignal(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        for (Signal signal : List.of(Signal.KILL, Signal.TERM, Signal.SEGV)) {
            // No core file: it would take a while and lie about.
            ExecResult result = sandbox.shell("ulimit -c 0; kill -" + signal.number() + " $$; exit 1");
            assertEquals(
                    Outcome.SIGNALED,
                    result.outcome(),
                    "a command that was ended by " + signal + " is not told as ended by a signal, but: "
                            + result.ending());
            assertEquals(
                    Optional.of(signal),
                    result.signal(),
                    "a command that was ended by " + signal + " is told another signal");
        }
    }

    @Clause("EXEC-6")
    default void anExitWithTheNumberOfASignalIsAnExit(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        for (int code : new int[] {128 + 9, 128 + 15, 128 + 11}) {
            ExecResult result = sandbox.shell("exit " + code);
            assertNotEquals(
                    Outcome.SIGNALED,
                    result.outcome(),
                    "a command that exits with " + code + " by itself is taken for dead by a signal: "
                            + result.ending());
        }
    }

    @Clause("EXEC-7")
    default void whatCannotBeRunHasTheCodesOfAShell(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        sandbox.shell("echo 'exit 0' >plain && chmod 644 plain && mkdir folder").orThrow();
        Map<String, Integer> codes =
                new TreeMap<>(Map.of("./missing", 127, "no-such-program", 127, "./plain", 126, "./folder", 126));
        codes.forEach((program, code) -> assertEquals(
                "exited with code " + code,
                sandbox.exec(Command.of(program)).ending().toString(),
                code == 127
                        ? "the program '" + program + "', which does not exist, must give 127 as a result"
                        : "the program '" + program + "', which may not be executed, must give 126 as a result"));
    }

    @Clause("EXEC-17")
    default void codesThatLookLikeATimeoutAreNone(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        for (int code : new int[] {143, 137, 124}) {
            ExecResult result =
                    sandbox.exec(Command.shell("exit " + code).timeout(trial.patience(Duration.ofSeconds(20))));
            assertNotEquals(
                    Outcome.TIMED_OUT,
                    result.outcome(),
                    "a command that exits with " + code + " by itself, long before its timeout, is told as timed out");
        }
    }
}
