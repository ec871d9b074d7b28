package dev.sandboxed.testkit;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.testkit.Rule.Exactness;
import dev.sandboxed.testkit.Rule.Meant;
import java.util.function.Predicate;

/**
 * Says which commands answer what.
 *
 * <p>The most exact rule answers: a whole command line before a program or a condition, these before everything else;
 * among equals, the one that was scripted last.
 *
 * @param <T> what scripting goes on with
 */
public interface Scripting<T> {

    /** Adds a rule; the {@code on…} methods are the convenient way. */
    T script(Rule rule);

    /** Mean the program with exactly these arguments. */
    default OnCommand<T> on(String program, String... arguments) {
        Command meant = Command.of(program, arguments);
        return new OnCommand<>(
                this,
                new Meant(
                        Exactness.ONE,
                        meant.toString(),
                        command -> command.script().isEmpty() && command.argv().equals(meant.argv())));
    }

    /** Mean the script with exactly this text. */
    default OnCommand<T> onShell(String script, String... arguments) {
        Command meant = Command.shell(script, arguments);
        return new OnCommand<>(
                this,
                new Meant(
                        Exactness.ONE,
                        "the script " + meant,
                        command -> command.script().equals(meant.script())));
    }

    /** Mean the program with any arguments. */
    default OnCommand<T> onProgram(String program) {
        return new OnCommand<>(
                this,
                new Meant(
                        Exactness.SOME,
                        program + " with any arguments",
                        command -> command.script().isEmpty()
                                && command.argv().get(0).equals(program)));
    }

    /** Mean every command that fulfils a condition; the description is for people. */
    default OnCommand<T> onCommand(String description, Predicate<Command> condition) {
        return new OnCommand<>(this, new Meant(Exactness.SOME, description, condition));
    }

    /** Mean every command that nothing else is scripted for. */
    default OnCommand<T> onAnything() {
        return new OnCommand<>(this, new Meant(Exactness.ANYTHING, "anything else", command -> true));
    }
}
