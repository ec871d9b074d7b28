package dev.sandboxed.mutants.catalog;

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
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.conformance.trial.Leaderless;
import dev.sandboxed.mutants.Changed;
import dev.sandboxed.mutants.ChangedExecution;
import dev.sandboxed.mutants.Mutant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Commands that outlive their time, or do not live as long. */
final class TimeoutMutants {

    /** More than the contract's patience with a command whose time is up. */
    private static final Duration TOO_LATE = Duration.ofMillis(5_500);

    private TimeoutMutants() {}

    static List<Mutant> all() {
        return Stream.of(timeouts(), leaderless(), interruptions(), children())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> timeouts() {
        return List.of(
                Mutant.named("ignores-timeouts")
                        .breaks("EXEC-16", "is not told as timed out")
                        .breaks("EXEC-18", "did not time out")
                        .breaks("EXEC-25", "is not told as timed out")
                        .command(command -> command.timeout(Command.DEFAULT_TIMEOUT)),
                Mutant.named("tells-a-timeout-as-a-signal")
                        .breaks("EXEC-16", "is not told as timed out")
                        .breaks("EXEC-18", "did not time out")
                        .breaks("EXEC-25", "is not told as timed out")
                        .result(run -> run.timedOut() ? Changed.ending(run, Ending.signaled(Signal.KILL)) : run),
                Mutant.named("leaves-children-alive-at-the-timeout")
                        .breaks("EXEC-16", "the child of a command that timed out")
                        .exec(leaving(line -> line.endsWith("&") && !line.contains("/dev/null"), "")),
                Mutant.named("leaves-other-sessions-alive-at-the-timeout")
                        .breaks("EXEC-16", "in a session of its own")
                        .exec(leaving(line -> line.contains("/dev/null 2>&1 &"), "")),
                Mutant.named("leaves-the-command-alive-at-the-timeout")
                        .breaks("EXEC-16", "a command that timed out is still alive")
                        .exec(leaving(line -> line.endsWith("done"), " &")),
                Mutant.named("loses-the-output-at-the-timeout")
                        .breaks("EXEC-16", "printed before its timeout")
                        .result(run -> run.timedOut() ? Changed.outputs(run, Output.EMPTY, Output.EMPTY) : run),
                Mutant.named("waits-for-the-pipe-at-the-timeout")
                        .breaks("EXEC-16", "came back only after")
                        .result(run -> {
                            if (run.timedOut() && run.out().written() > 0) {
                                HealthMutants.idle(TOO_LATE);
                            }
                            return run;
                        }),
                Mutant.named("takes-less-than-a-millisecond-for-no-timeout")
                        .breaks("EXEC-18", "did not time out")
                        .command(command ->
                                command.timeout().toMillis() == 0 ? command.timeout(Command.DEFAULT_TIMEOUT) : command),
                Mutant.named("counts-the-timeout-in-too-few-bits")
                        .breaks("EXEC-18", "which was never reached")
                        .command(command -> command.timeout().toMillis() > Integer.MAX_VALUE
                                ? command.timeout(Duration.ofNanos(1))
                                : command),
                Mutant.named("cuts-silent-commands-off")
                        .breaks("EXEC-23", "idle for too long")
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

    private static List<Mutant> leaderless() {
        return List.of(
                Mutant.named("takes-a-command-without-its-first-thread-for-ended")
                        .breaks("EXEC-25", "is not told as timed out")
                        .result(run -> run.timedOut() && isLeaderless(run.command())
                                ? Changed.ending(run, Ending.exited(0))
                                : run),
                Mutant.named("waits-for-the-other-threads-at-the-timeout")
                        .breaks("EXEC-25", "came back only after")
                        .result(run -> {
                            if (run.timedOut() && isLeaderless(run.command())) {
                                HealthMutants.idle(TOO_LATE);
                            }
                            return run;
                        }),
                Mutant.named("leaves-other-threads-alive-at-the-timeout")
                        .breaks("EXEC-25", "is still alive after its timeout")
                        .exec((sandbox, command) -> {
                            ExecResult run = sandbox.exec(command);
                            if (run.timedOut() && isLeaderless(command)) {
                                revive(sandbox, command);
                            }
                            return run;
                        }),
                Mutant.named("a-kill-leaves-other-threads-alive")
                        .breaks("EXEC-25", "is still alive after it was killed")
                        .sandbox(working -> killing(working, (running, command) -> {
                            running.kill();
                            revive(working, command);
                        })),
                Mutant.named("a-kill-takes-a-zombie-for-dead")
                        .breaks("EXEC-25", "await did not return")
                        .sandbox(working -> killing(working, (running, command) -> {})));
    }

    private static boolean isLeaderless(Command command) {
        return command.argv().get(0).equals(Leaderless.PROGRAM);
    }

    /** Start a command again, which looks as if it had never been ended. */
    private static void revive(Sandbox sandbox, Command command) {
        sandbox.shell(String.join(" ", command.argv()) + " </dev/null >/dev/null 2>&1 &");
    }

    /** Do something else when a command without its first thread is killed. */
    private static Sandbox killing(Sandbox working, BiConsumer<Execution, Command> kill) {
        return new ForwardingSandbox(working) {
            @Override
            public Execution start(Command command) {
                Execution started = sandbox().start(command);
                return !isLeaderless(command)
                        ? started
                        : new ChangedExecution(started) {
                            @Override
                            public void kill() {
                                kill.accept(running(), command);
                            }
                        };
            }
        };
    }

    private static List<Mutant> interruptions() {
        return List.of(
                Mutant.named("does-not-notice-interruptions")
                        .breaks("EXEC-19", "still waited")
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
                Mutant.named("leaves-the-command-alive-when-interrupted")
                        .breaks("EXEC-19", "goes on running after its caller was interrupted")
                        .exec((sandbox, command) -> {
                            try {
                                return outcome(elsewhere(sandbox, command));
                            } catch (InterruptedException e) {
                                throw new SandboxInterruptedException(Fault.of("interrupted"));
                            }
                        }),
                Mutant.named("tells-an-interruption-as-a-broken-wire")
                        .breaks("EXEC-19", "got another exception")
                        .exec((sandbox, command) -> {
                            try {
                                return sandbox.exec(command);
                            } catch (SandboxInterruptedException e) {
                                throw new SandboxTransportException(Fault.of("stream closed"));
                            }
                        }),
                Mutant.named("tells-an-interruption-as-a-result")
                        .breaks("EXEC-19", "got a result instead of an exception")
                        .exec((sandbox, command) -> {
                            try {
                                return sandbox.exec(command);
                            } catch (SandboxInterruptedException e) {
                                return new ExecResult(
                                        command,
                                        Ending.signaled(Signal.KILL),
                                        Output.EMPTY,
                                        Output.EMPTY,
                                        Duration.ZERO);
                            }
                        }));
    }

    private static List<Mutant> children() {
        return List.of(
                Mutant.named("waits-for-children-that-hold-the-pipe")
                        .breaks("EXEC-20", "held up")
                        .command(thenForServices("wait")),
                Mutant.named("ends-children-with-the-command")
                        .breaks("EXEC-20", "was ended with the command that started it")
                        .command(thenForServices("kill $!")));
    }

    /** Start some lines of a script again after its timeout: that looks as if they had never been ended. */
    private static BiFunction<Sandbox, Command, ExecResult> leaving(Predicate<String> lines, String end) {
        return (sandbox, command) -> {
            ExecResult run = sandbox.exec(command);
            if (run.timedOut()) {
                command.script().orElse("").lines().filter(lines).forEach(line -> sandbox.shell(line + end));
            }
            return run;
        };
    }

    /** Add a line to scripts that leave a child behind which holds the outputs of the command. */
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
