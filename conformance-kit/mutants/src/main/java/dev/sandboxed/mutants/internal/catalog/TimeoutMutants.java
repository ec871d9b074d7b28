package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Calls.caught;
import static dev.sandboxed.mutants.internal.Calls.idle;
import static dev.sandboxed.mutants.internal.Changed.ended;
import static dev.sandboxed.mutants.internal.Mutant.mutant;
import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.conformance.internal.trial.Leaderless;
import dev.sandboxed.mutants.internal.Changed;
import dev.sandboxed.mutants.internal.ChangedExecution;
import dev.sandboxed.mutants.internal.MutantBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Commands that outlive their time, or do not live as long. */
final class TimeoutMutants {

    /** More than the contract's patience with a command whose time is up. */
    private static final Duration TOO_LATE = Duration.ofMillis(5_500);

    private TimeoutMutants() {}

    static List<MutantBuilder> all() {
        return together(timeouts(), leaderless(), interruptions(), children());
    }

    private static List<MutantBuilder> timeouts() {
        return List.of(
                mutant("ignores-timeouts", "EXEC-16", "is not told as timed out")
                        .breaks("EXEC-18", "did not time out")
                        .breaks("EXEC-25", "is not told as timed out")
                        .command(command -> command.timeout(Command.DEFAULT_TIMEOUT)),
                mutant("tells-a-timeout-as-a-signal", "EXEC-16", "is not told as timed out")
                        .breaks("EXEC-18", "did not time out")
                        .breaks("EXEC-25", "is not told as timed out")
                        .result(run -> run.timedOut() ? Changed.ending(run, Ending.signaled(Signal.KILL)) : run),
                mutant("leaves-children-alive-at-the-timeout", "EXEC-16", "the child of a command that timed out")
                        .exec(leaving(line -> line.endsWith("&") && !line.contains("/dev/null"), "")),
                mutant("leaves-other-sessions-alive-at-the-timeout", "EXEC-16", "in a session of its own")
                        .exec(leaving(line -> line.contains("/dev/null 2>&1 &"), "")),
                mutant("leaves-the-command-alive-at-the-timeout", "EXEC-16", "a command that timed out is still alive")
                        .exec(leaving(line -> line.endsWith("done"), " &")),
                mutant("loses-the-output-at-the-timeout", "EXEC-16", "printed before its timeout")
                        .result(run -> run.timedOut() ? Changed.outputs(run, Output.EMPTY, Output.EMPTY) : run),
                mutant("waits-for-the-pipe-at-the-timeout", "EXEC-16", "came back only after")
                        .exec(late(run -> run.out().written() > 0)),
                mutant("takes-less-than-a-millisecond-for-no-timeout", "EXEC-18", "did not time out")
                        .command(command ->
                                command.timeout().toMillis() == 0 ? command.timeout(Command.DEFAULT_TIMEOUT) : command),
                mutant("counts-the-timeout-in-too-few-bits", "EXEC-18", "which was never reached")
                        .command(command -> command.timeout().toMillis() > Integer.MAX_VALUE
                                ? command.timeout(Duration.ofNanos(1))
                                : command),
                mutant("cuts-silent-commands-off", "EXEC-23", "idle for too long")
                        .result(run -> {
                            if (run.command().toString().startsWith("sleep")
                                    && run.outcome() == Outcome.EXITED
                                    && run.duration().compareTo(Duration.ofMillis(290)) > 0
                                    && run.out().written() == 0) {
                                throw new SandboxTransportException(Fault.of("the connection was idle for too long"));
                            }
                            return run;
                        }));
    }

    private static List<MutantBuilder> leaderless() {
        return List.of(
                mutant("takes-a-command-without-its-first-thread-for-ended", "EXEC-25", "is not told as timed out")
                        .result(run -> run.timedOut() && isLeaderless(run.command())
                                ? Changed.ending(run, Ending.exited(0))
                                : run),
                mutant("waits-for-the-other-threads-at-the-timeout", "EXEC-25", "came back only after")
                        .exec(late(run -> isLeaderless(run.command()))),
                mutant("leaves-other-threads-alive-at-the-timeout", "EXEC-25", "is still alive after its timeout")
                        .exec((sandbox, command) -> {
                            ExecResult run = sandbox.exec(command);
                            if (run.timedOut() && isLeaderless(command)) {
                                revive(sandbox, command);
                            }
                            return run;
                        }),
                mutant("a-kill-leaves-other-threads-alive", "EXEC-25", "is still alive after it was killed")
                        .start((sandbox, command) -> killing(sandbox, command, running -> {
                            running.kill();
                            revive(sandbox, command);
                        })),
                mutant("a-kill-takes-a-zombie-for-dead", "EXEC-25", "await did not return")
                        .start((sandbox, command) -> killing(sandbox, command, running -> {})));
    }

    private static boolean isLeaderless(Command command) {
        return command.argv().get(0).equals(Leaderless.PROGRAM);
    }

    /** Starts a command again, which looks as if it had never been ended. */
    private static void revive(Sandbox sandbox, Command command) {
        sandbox.shell(String.join(" ", command.argv()) + " </dev/null >/dev/null 2>&1 &");
    }

    /** Comes back too late with some results of commands that timed out. */
    private static BiFunction<Sandbox, Command, ExecResult> late(Predicate<ExecResult> which) {
        return (sandbox, command) -> {
            ExecResult run = sandbox.exec(command);
            if (run.timedOut() && which.test(run)) {
                idle(TOO_LATE);
            }
            return run;
        };
    }

    /** Does something else when a command without its first thread is killed. */
    private static Execution killing(Sandbox sandbox, Command command, Consumer<Execution> kill) {
        Execution started = sandbox.start(command);
        return !isLeaderless(command)
                ? started
                : new ChangedExecution(started) {
                    @Override
                    public void kill() {
                        kill.accept(running());
                    }
                };
    }

    private static List<MutantBuilder> interruptions() {
        return List.of(
                mutant("does-not-notice-interruptions", "EXEC-19", "still waited")
                        .exec((sandbox, command) -> {
                            FutureTask<ExecResult> call = elsewhere(sandbox, command);
                            while (true) {
                                try {
                                    return outcome(call);
                                } catch (InterruptedException ignored) {
                                    // Going on is the fault.
                                }
                            }
                        }),
                mutant("leaves-the-command-alive-when-interrupted")
                        .breaks("EXEC-19", "goes on running after its caller was interrupted")
                        .exec((sandbox, command) -> {
                            try {
                                return outcome(elsewhere(sandbox, command));
                            } catch (InterruptedException e) {
                                throw new SandboxInterruptedException(Fault.of("interrupted"));
                            }
                        }),
                mutant("tells-an-interruption-as-a-broken-wire", "EXEC-19", "got another exception")
                        .exec((sandbox, command) ->
                                caught(() -> sandbox.exec(command), SandboxInterruptedException.class, interrupted -> {
                                    throw new SandboxTransportException(Fault.of("stream closed"));
                                })),
                mutant("tells-an-interruption-as-a-result", "EXEC-19", "got a result instead of an exception")
                        .exec((sandbox, command) -> caught(
                                () -> sandbox.exec(command),
                                SandboxInterruptedException.class,
                                interrupted -> ended(command, Ending.signaled(Signal.KILL)))));
    }

    private static List<MutantBuilder> children() {
        return List.of(
                mutant("waits-for-children-that-hold-the-pipe", "EXEC-20", "held up")
                        .command(thenForServices("wait")),
                mutant("ends-children-with-the-command", "EXEC-20", "was ended with the command that started it")
                        .command(thenForServices("kill $!")));
    }

    /** Starts some lines of a script again after its timeout: that looks as if they had never been ended. */
    private static BiFunction<Sandbox, Command, ExecResult> leaving(Predicate<String> lines, String end) {
        return (sandbox, command) -> {
            ExecResult run = sandbox.exec(command);
            if (run.timedOut()) {
                command.script().orElse("").lines().filter(lines).forEach(line -> sandbox.shell(line + end));
            }
            return run;
        };
    }

    /** Adds a line to scripts that leave a child behind which holds the outputs of the command. */
    private static UnaryOperator<Command> thenForServices(String line) {
        return command -> {
            String script = command.script().orElse("");
            boolean service = script.contains(" &\n") && !script.contains("/dev/null");
            return service ? Changed.argv(command, List.of("/bin/sh", "-c", script + "\n" + line)) : command;
        };
    }

    private static FutureTask<ExecResult> elsewhere(Sandbox sandbox, Command command) {
        FutureTask<ExecResult> call = new FutureTask<>(() -> sandbox.exec(command));
        Thread thread = new Thread(call, "mutant-exec");
        thread.setDaemon(true);
        thread.start();
        return call;
    }

    private static ExecResult outcome(FutureTask<ExecResult> call) throws InterruptedException {
        try {
            return call.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException usual ? usual : new IllegalStateException(e);
        }
    }
}
