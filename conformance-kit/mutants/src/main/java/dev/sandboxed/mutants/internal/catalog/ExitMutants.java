package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Mutant.mutant;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.mutants.internal.Changed;
import dev.sandboxed.mutants.internal.MutantBuilder;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;

/** Commands that end other than they say. */
final class ExitMutants {

    private static final Set<Signal> DEADLY = Set.of(Signal.KILL, Signal.TERM, Signal.SEGV);

    private ExitMutants() {}

    static List<MutantBuilder> all() {
        return List.of(
                mutant("keeps-seven-bits-of-the-exit-code", "EXEC-4", "came back with another code")
                        .result(exits(code -> code >= 128, code -> Ending.exited(code & 127))),
                mutant("takes-code-255-for-a-one", "EXEC-4", "exits with 255 came back with another code")
                        .result(exits(code -> code == 255, code -> Ending.exited(1))),
                mutant("takes-code-125-for-a-failure-of-the-runtime", "EXEC-4", "cannot exec in the container")
                        .breaks("EXEC-5", "cannot exec in the container")
                        .result(exits(code -> code == 125, code -> {
                            throw new SandboxTransportException(Fault.of("cannot exec in the container"));
                        })),
                mutant("takes-a-failure-for-a-lack-of-memory", "EXEC-5", "not told as having exited")
                        .result(exits(
                                code -> code == 3,
                                code -> new Ending(Outcome.OUT_OF_MEMORY, code, Optional.of(Signal.KILL)))),
                mutant("tells-signals-as-exits", "EXEC-6", "is not told as ended by a signal")
                        .result(run -> died(run) ? Changed.ending(run, Ending.exited(run.exitCode())) : run),
                mutant("tells-every-signal-as-a-kill", "EXEC-6", "is told another signal")
                        .result(run -> died(run) ? Changed.ending(run, Ending.signaled(Signal.KILL)) : run),
                mutant("guesses-signals-from-exit-codes", "EXEC-6", "is taken for dead by a signal")
                        .result(exits(
                                code -> code > 128 && code < 160, code -> Ending.signaled(new Signal(code - 128)))),
                mutant("throws-for-a-missing-program", "EXEC-7", "executable file not found in $PATH")
                        .result(run -> {
                            if (run.command().script().isEmpty() && run.exitCode() == 127) {
                                throw new SandboxStartException(Fault.of("executable file not found in $PATH"));
                            }
                            return run;
                        }),
                mutant("gives-1-for-a-missing-program", "EXEC-7", "must give 127")
                        .result(programs(exits(code -> code == 127, code -> Ending.exited(1)))),
                mutant("gives-127-for-what-may-not-be-executed", "EXEC-7", "must give 126")
                        .result(programs(exits(code -> code == 126, code -> Ending.exited(127)))),
                mutant("takes-code-143-for-a-timeout", "EXEC-17", "exits with 143 by itself")
                        .result(exits(
                                code -> code == 143,
                                code -> new Ending(Outcome.TIMED_OUT, code, Optional.of(Signal.TERM)))),
                mutant("takes-code-137-for-a-timeout", "EXEC-17", "exits with 137 by itself")
                        .result(exits(code -> code == 137, code -> Ending.timedOut())),
                mutant("takes-code-124-for-a-timeout", "EXEC-17", "exits with 124 by itself")
                        .result(exits(code -> code == 124, code -> Ending.timedOut())));
    }

    /** Changes how some commands ended that exited by themselves. */
    private static UnaryOperator<ExecResult> exits(IntPredicate which, IntFunction<Ending> change) {
        return run -> run.outcome() == Outcome.EXITED && which.test(run.exitCode())
                ? Changed.ending(run, change.apply(run.exitCode()))
                : run;
    }

    /** Changes programs with arguments only: what a script says of missing programs is its own word. */
    private static UnaryOperator<ExecResult> programs(UnaryOperator<ExecResult> change) {
        return run -> run.command().script().isEmpty() ? change.apply(run) : run;
    }

    private static boolean died(ExecResult run) {
        return run.outcome() == Outcome.SIGNALED
                && run.signal().filter(DEADLY::contains).isPresent();
    }
}
