package dev.sandboxed.mutants.internal;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.exec.Stdin;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Copies of commands, results and infos that differ in one thing. */
public final class Changed {

    private Changed() {}

    /** Returns a command that executes something else in the same surroundings. */
    public static Command argv(Command command, List<String> argv) {
        return inPlace(withoutPlace(command, argv).env(command.env()), command);
    }

    /** Returns a command that has just these variables. */
    public static Command env(Command command, Map<String, String> env) {
        return inPlace(withoutPlace(command, command.argv()).env(env), command);
    }

    /** Returns a command that starts in the workdir. */
    public static Command withoutDirectory(Command command) {
        return withoutPlace(command, command.argv()).env(command.env());
    }

    /** Returns the result of a command that exited with a code and printed nothing. */
    public static ExecResult ended(Command command, int code) {
        return ended(command, Ending.exited(code));
    }

    /** Returns the result of a command that printed nothing. */
    public static ExecResult ended(Command command, Ending ending) {
        return new ExecResult(command, ending, Output.EMPTY, Output.EMPTY, Duration.ZERO);
    }

    public static ExecResult ending(ExecResult run, Ending ending) {
        return new ExecResult(run.command(), ending, run.out(), run.err(), run.duration(), run.place());
    }

    public static ExecResult outputs(ExecResult run, Output out, Output err) {
        return new ExecResult(run.command(), run.ending(), out, err, run.duration(), run.place());
    }

    public static ExecResult duration(ExecResult run, Duration duration) {
        return new ExecResult(run.command(), run.ending(), run.out(), run.err(), duration, run.place());
    }

    /** Returns what a sandbox tells about itself, with another level of isolation. */
    public static SandboxInfo isolation(SandboxInfo info, Isolation level) {
        return info.on(new SandboxInfo.RunsOn(info.provider(), info.runsOn().version(), level));
    }

    /** Returns whether two commands do the same. */
    static boolean equal(Command one, Command other) {
        return parts(one).equals(parts(other));
    }

    private static List<Object> parts(Command command) {
        return List.of(
                command.argv(),
                command.env(),
                command.cwd(),
                command.user(),
                command.stdin() instanceof Stdin.Bytes input ? ByteBuffer.wrap(input.content()) : command.stdin(),
                command.timeout(),
                command.outputLimit(),
                command.stdoutFile(),
                command.stderrFile());
    }

    /** Returns whether two results of a command tell the same. */
    static boolean equal(ExecResult one, ExecResult other) {
        return one.ending().equals(other.ending())
                && one.duration().equals(other.duration())
                && equal(one.out(), other.out())
                && equal(one.err(), other.err());
    }

    private static boolean equal(Output one, Output other) {
        return one == other
                || (one.written() == other.written()
                        && one.truncated() == other.truncated()
                        && Arrays.equals(one.bytes(), other.bytes()));
    }

    /** Nobody is left to run it as somebody else: mutants are made from a provider that does not know users. */
    private static Command withoutPlace(Command command, List<String> argv) {
        // A script stays one, so that events and messages still show it as it was written.
        Command same = Command.shell(command.script().orElse(""));
        Command copy = (same.argv().equals(argv) ? same : Command.of(argv))
                .stdin(command.stdin())
                .outputLimit(command.outputLimit());
        if (command.hasTimeout()) {
            copy = copy.timeout(command.timeout());
        }
        if (command.outputWatcher().isPresent()) {
            copy = copy.onOutput(command.outputWatcher().get());
        }
        if (command.stdoutFile().isPresent()) {
            copy = copy.stdoutTo(command.stdoutFile().get());
        }
        return command.stderrFile().isPresent()
                ? copy.stderrTo(command.stderrFile().get())
                : copy;
    }

    private static Command inPlace(Command copy, Command command) {
        return command.cwd().map(copy::cwd).orElse(copy);
    }
}
