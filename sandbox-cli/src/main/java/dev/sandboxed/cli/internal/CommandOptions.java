package dev.sandboxed.cli.internal;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Stdin;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that describe what is run in a sandbox. */
final class CommandOptions {

    /** A person at a terminal decides when it is enough; but every call has a deadline. */
    private static final Duration DEFAULT_TIMEOUT = Duration.ofHours(24);

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "kill the command after this time, for example 5s (default: 24h)")
    private @Nullable Duration timeout;

    @Option(names = "--cwd", paramLabel = "D", description = "the directory inside to start in (default: /workspace)")
    private @Nullable String cwd;

    @Option(names = "--shell", description = "join the words after -- to a script for /bin/sh")
    private boolean shell;

    @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "the program and its arguments")
    private List<String> words = new ArrayList<>();

    /**
     * Puts the options together.
     *
     * @param configured the timeout of the settings, if they have one; an option wins over it
     * @throws IllegalArgumentException if a value could never be right
     */
    Command command(InputStream input, @Nullable Duration configured) {
        Command command = shell ? Command.shell(String.join(" ", words)) : Command.of(words);
        if (cwd != null) {
            command = command.cwd(cwd);
        }
        Duration fallback = configured == null ? DEFAULT_TIMEOUT : configured;
        return command.timeout(timeout == null ? fallback : timeout).stdin(Stdin.stream(input));
    }
}
