package dev.sandboxed.wire.internal;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.exec.TerminalSize;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A command to run.
 *
 * @param id what its client calls it, to write to it and to end it
 * @param argv the program and its arguments, literally
 * @param env variables besides those of the sandbox
 * @param cwd where it starts; the workdir, if absent
 * @param user whom it runs as; the sandbox's, if absent
 * @param timeoutSeconds after which time it is killed with all that it started
 * @param input what it reads, in base64; nothing, if absent
 * @param inputFollows whether it reads what is sent later instead
 * @param columns the width of its terminal; it has none, if absent
 * @param rows the height of its terminal
 */
public record CommandWords(
        String id,
        List<String> argv,
        @Nullable Map<String, String> env,
        @Nullable String cwd,
        @Nullable String user,
        double timeoutSeconds,
        @Nullable String input,
        @Nullable Boolean inputFollows,
        @Nullable Integer columns,
        @Nullable Integer rows) {

    /**
     * Checks that nothing is missing.
     *
     * @throws IllegalArgumentException if something is
     */
    public CommandWords {
        Words.require("id", id);
        Words.require("argv", argv);
    }

    /**
     * Writes down a command.
     *
     * @param input what it reads, if all of that is known; otherwise what it reads follows
     */
    public static CommandWords of(
            String id, Command command, byte @Nullable [] input, @Nullable TerminalSize terminal) {
        return new CommandWords(
                id,
                command.argv(),
                command.env(),
                command.cwd().orElse(null),
                command.user().orElse(null),
                Words.seconds(command.timeout()),
                input == null ? null : Base64.getEncoder().encodeToString(input),
                input == null,
                terminal == null ? null : terminal.columns(),
                terminal == null ? null : terminal.rows());
    }

    /**
     * Returns the command.
     *
     * @throws IllegalArgumentException if something in it cannot be
     */
    public Command command() {
        Command command = Command.of(argv)
                .env(Words.orNone(env))
                .timeout(Words.duration(timeoutSeconds))
                .stdin(stdin());
        command = cwd == null ? command : command.cwd(cwd);
        return user == null ? command : command.user(user);
    }

    private Stdin stdin() {
        if (Boolean.TRUE.equals(inputFollows)) {
            return Stdin.open();
        }
        return input == null ? Stdin.empty() : Stdin.bytes(Base64.getDecoder().decode(input));
    }

    /**
     * Returns the size of its terminal, if it has one.
     *
     * @throws IllegalArgumentException if no terminal has that size
     */
    public @Nullable TerminalSize terminal() {
        return columns == null || rows == null ? null : new TerminalSize(columns, rows);
    }
}
