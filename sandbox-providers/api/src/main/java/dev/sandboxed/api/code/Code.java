package dev.sandboxed.api.code;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.GuestPath;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A program as text, as an agent writes it, to be run with {@code sandbox.run(code)}. Immutable: every setter gives a changed
 * copy.
 *
 * <pre>{@code
 * CodeRun run = sandbox.run(Code.python(answer).stdin("3\n1\n2\n").expecting("1\n2\n3\n"));
 * assertThat(run).passed();
 * }</pre>
 */
public final class Code {

    private final Language language;
    private final String text;
    private List<String> arguments = List.of();
    private UnaryOperator<Command> settings = UnaryOperator.identity();
    private @Nullable String expected;
    private @Nullable String fileName;
    private boolean watchesFiles = true;

    private Code(Language language, String text) {
        this.language = language;
        this.text = text;
    }

    /** Returns code in Python 3. */
    public static Code python(String text) {
        return in(Language.PYTHON, text);
    }

    /** Returns a script for {@code sh}. */
    public static Code shell(String text) {
        return in(Language.SHELL, text);
    }

    /** Returns code in JavaScript, for Node.js. */
    public static Code javaScript(String text) {
        return in(Language.JAVASCRIPT, text);
    }

    /** Returns one file of Java with a main method; it is compiled inside. */
    public static Code java(String text) {
        return in(Language.JAVA, text);
    }

    /**
     * Returns code for any interpreter that takes a file, by its name.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public static Code of(String interpreter, String text) {
        return in(Language.of(interpreter), text);
    }

    /** Returns code in a language. */
    public static Code in(Language language, String text) {
        return new Code(language, text);
    }

    /** Returns a copy that reads this text, as UTF-8, from its standard input. */
    public Code stdin(String input) {
        return with(command -> command.stdin(input));
    }

    /**
     * Returns a copy that gets a variable.
     *
     * @throws IllegalArgumentException if the name or the value cannot be one
     */
    public Code env(String name, String value) {
        return with(command -> command.env(name, value));
    }

    /**
     * Returns a copy that is killed, with all that it started, when it runs longer than this.
     *
     * @throws IllegalArgumentException if it is zero, negative or longer than 365 days
     */
    public Code timeout(Duration time) {
        return with(command -> command.timeout(time));
    }

    /**
     * Returns a copy whose command is changed in this way, for whatever else a command can have.
     *
     * @throws RuntimeException whatever the change throws: it is tried at once
     */
    public Code with(UnaryOperator<Command> change) {
        UnaryOperator<Command> before = settings;
        Code changed = copy(copy -> copy.settings = command -> change.apply(before.apply(command)));
        Objects.requireNonNull(changed.command("interpreter", "file"), "what becomes of the command");
        return changed;
    }

    /** Returns a copy that is called with these arguments. */
    public Code arguments(String... words) {
        return copy(copy -> copy.arguments = List.of(words));
    }

    /**
     * Returns a copy that is expected to print this. White space at the ends of lines and empty lines at the end make no
     * difference.
     */
    public Code expecting(String output) {
        return copy(copy -> copy.expected = output);
    }

    /** Returns a copy that reads the input of a case and is expected to print its output. */
    public Code on(AgentCase agentCase) {
        return stdin(agentCase.input()).expecting(agentCase.expected());
    }

    /**
     * Returns a copy that lies in this file, absolute or relative to the workdir, and stays there; it replaces what is there. Code that
     * has no such name lies in the workdir while it runs.
     *
     * @throws IllegalArgumentException if that cannot be the name of a file
     */
    public Code named(String file) {
        GuestPath.require("The file of code", file);
        return copy(copy -> copy.fileName = file);
    }

    /** Returns a copy whose run does not tell the files that changed, which spares looking at them before and after. */
    public Code withoutChanges() {
        return copy(copy -> copy.watchesFiles = false);
    }

    public Language language() {
        return language;
    }

    public String text() {
        return text;
    }

    /** Returns what it is expected to print; empty if nothing is expected. */
    public Optional<String> expected() {
        return Optional.ofNullable(expected);
    }

    /** Returns the file that it lies in and stays in; empty if it has no name of its own. */
    public Optional<String> fileName() {
        return Optional.ofNullable(fileName);
    }

    /** Returns whether its run tells the files that changed. */
    public boolean watchesFiles() {
        return watchesFiles;
    }

    /** Returns the command that looks for an interpreter, as the user and in the environment that the code itself will have. */
    public Command lookup() {
        Command own = command("interpreter", "file");
        Command search = language.lookup().env(own.env());
        return own.user().map(search::user).orElse(search);
    }

    /** Returns the command that runs it from a file. */
    public Command command(String interpreter, String file) {
        return settings.apply(language.running(interpreter, file, arguments));
    }

    /** Says the language and the size; the text may be long. */
    @Override
    public String toString() {
        return language.name() + " code, " + text.lines().count() + " lines"
                + (fileName == null ? "" : ", " + fileName);
    }

    private Code copy(Consumer<Code> change) {
        Code copy = new Code(language, text);
        copy.arguments = arguments;
        copy.settings = settings;
        copy.expected = expected;
        copy.fileName = fileName;
        copy.watchesFiles = watchesFiles;
        change.accept(copy);
        return copy;
    }
}
