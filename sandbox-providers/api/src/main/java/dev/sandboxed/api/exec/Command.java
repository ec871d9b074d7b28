package dev.sandboxed.api.exec;

import dev.sandboxed.api.internal.spec.EnvNames;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.GuestPath;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Something to run: either a program with its arguments, passed literally and without a shell, or a script for
 * {@code /bin/sh}. Never both. Immutable: every setter gives a changed copy.
 */
public final class Command {

    /** How long a command may run unless told otherwise: every call has a deadline. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(10);

    /** How much of each output is kept in memory unless told otherwise. */
    public static final DataSize DEFAULT_OUTPUT_LIMIT = DataSize.ofMebibytes(16);

    private static final Duration LONGEST = Duration.ofDays(365);

    private final List<String> argv;
    private final @Nullable String script;
    private Map<String, String> env = Map.of();
    private @Nullable String cwd;
    private Stdin stdin = Stdin.empty();
    private @Nullable String user;
    private @Nullable Duration timeout;
    private DataSize outputLimit = DEFAULT_OUTPUT_LIMIT;
    private @Nullable Path stdoutFile;
    private @Nullable Path stderrFile;
    private @Nullable Consumer<OutputChunk> outputWatcher;

    private Command(List<String> argv, @Nullable String script) {
        argv.forEach(Command::requireNoNul);
        this.argv = List.copyOf(argv);
        this.script = script;
    }

    /**
     * Runs a program with literal arguments.
     *
     * @throws IllegalArgumentException if the program is empty or anything has NUL in it
     */
    public static Command of(String program, String... arguments) {
        return of(Stream.concat(Stream.of(program), Stream.of(arguments)).toList());
    }

    /**
     * Runs a program with literal arguments, the program first.
     *
     * @throws IllegalArgumentException if the list or the program is empty or anything has NUL in it
     */
    public static Command of(List<String> argv) {
        if (argv.isEmpty() || argv.get(0).isEmpty()) {
            throw new IllegalArgumentException("A command needs a program to run, but was " + argv
                    + "; give its name first, as in Command.of(\"echo\", \"hello\")");
        }
        return new Command(argv, null);
    }

    /**
     * Runs a script with {@code /bin/sh -c}. Extra arguments are quoted and appended to the script's text.
     *
     * @throws IllegalArgumentException if anything has NUL in it
     */
    public static Command shell(String script, String... arguments) {
        String text = Stream.concat(Stream.of(script), Stream.of(arguments).map(Command::quote))
                .collect(Collectors.joining(" "));
        return new Command(List.of("/bin/sh", "-c", text), text);
    }

    /** Adds a variable, or override the sandbox's own. */
    public Command env(String name, String value) {
        return env(Map.of(name, value));
    }

    /** Adds variables, or override the sandbox's own. */
    public Command env(Map<String, String> variables) {
        Map<String, String> merged = new LinkedHashMap<>(env);
        variables.forEach((name, value) -> merged.put(EnvNames.require(name), EnvNames.requireValue(name, value)));
        return with(copy -> copy.env = Collections.unmodifiableMap(merged));
    }

    /** Start in this directory: absolute, or relative to the workdir. It must exist when the command starts. */
    public Command cwd(String directory) {
        GuestPath.require("The directory of a command", directory);
        return with(copy -> copy.cwd = directory);
    }

    /** Returns a copy that reads this from its standard input. */
    public Command stdin(Stdin input) {
        return with(copy -> copy.stdin = input);
    }

    /** Returns a copy that reads this text, as UTF-8, from its standard input. */
    public Command stdin(String text) {
        return stdin(Stdin.text(text));
    }

    /** Returns a copy that reads these bytes from its standard input. */
    public Command stdin(byte[] content) {
        return stdin(Stdin.bytes(content));
    }

    /** Run as this user, by name or number; needs {@code USER}. */
    public Command user(String nameOrId) {
        if (nameOrId.isBlank()) {
            throw new IllegalArgumentException("The user of a command must not be blank; leave it out for the default");
        }
        return with(copy -> copy.user = nameOrId);
    }

    /**
     * Kills the command, with all that it started, when it runs longer than this.
     *
     * @throws IllegalArgumentException if it is zero, negative or longer than 365 days
     */
    public Command timeout(Duration time) {
        if (time.isZero() || time.isNegative() || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("A command's timeout must be above zero and at most 365 days, but was "
                    + time + "; give for example Duration.ofSeconds(5)");
        }
        return with(copy -> copy.timeout = time);
    }

    /** Keeps at most this much of each output in memory; the rest is read, counted and dropped. */
    public Command outputLimit(DataSize limit) {
        if (limit.bytes() > 1L << 30) {
            throw new IllegalArgumentException(
                    "An output limit must be at most 1g, but was " + limit + "; send larger output to a file");
        }
        return with(copy -> copy.outputLimit = limit);
    }

    /** Sends standard output to a file of the host instead of memory; it is replaced. */
    public Command stdoutTo(Path file) {
        return with(copy -> copy.stdoutFile = file);
    }

    /** Sends standard error to a file of the host instead of memory; it is replaced. */
    public Command stderrTo(Path file) {
        return with(copy -> copy.stderrFile = file);
    }

    /**
     * Passes each piece of either output to a watcher as it arrives, in addition to everything else that is done with it; needs
     * {@code STREAMING}.
     *
     * <p>Everything is told before the result is there, beyond the output limit as well, one piece after the other. The thread is
     * one of the provider, or the one that waits for the result: a watcher that takes its time holds up the command, and its timeout
     * with it. One that throws is told nothing more of this run, and the command goes on. What a terminal shows is not told.
     */
    public Command onOutput(Consumer<OutputChunk> watcher) {
        return with(copy -> copy.outputWatcher = watcher);
    }

    /** What is executed, the program first; for a script that is the shell with it. */
    public List<String> argv() {
        return argv;
    }

    /** The text of the script, where this is one. */
    public Optional<String> script() {
        return Optional.ofNullable(script);
    }

    public Map<String, String> env() {
        return env;
    }

    public Optional<String> cwd() {
        return Optional.ofNullable(cwd);
    }

    public Stdin stdin() {
        return stdin;
    }

    public Optional<String> user() {
        return Optional.ofNullable(user);
    }

    /** How long it may run; {@link #DEFAULT_TIMEOUT} where nothing was said. */
    public Duration timeout() {
        return timeout == null ? DEFAULT_TIMEOUT : timeout;
    }

    /** Whether the timeout was said, so that whoever knows better than the default can tell. */
    public boolean hasTimeout() {
        return timeout != null;
    }

    public DataSize outputLimit() {
        return outputLimit;
    }

    public Optional<Path> stdoutFile() {
        return Optional.ofNullable(stdoutFile);
    }

    public Optional<Path> stderrFile() {
        return Optional.ofNullable(stderrFile);
    }

    /** Who is told output as it arrives. For providers: the one that a sandbox is given may be called from several threads and never throws. */
    public Optional<Consumer<OutputChunk>> outputWatcher() {
        return Optional.ofNullable(outputWatcher);
    }

    /** Shows what is run, quoted as one would type it; the environment is left out. */
    @Override
    public String toString() {
        return script != null ? script : argv.stream().map(Command::quote).collect(Collectors.joining(" "));
    }

    /** Quotes a word for {@code /bin/sh}, where it needs that. */
    public static String quote(String word) {
        if (!word.isEmpty() && word.chars().allMatch(Command::isPlain)) {
            return word;
        }
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private static boolean isPlain(int c) {
        return c < 128 && (Character.isLetterOrDigit(c) || "_@%+=:,./-".indexOf(c) >= 0);
    }

    private static void requireNoNul(String word) {
        if (word.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("An argument of a command has NUL at index " + word.indexOf('\0') + ": '"
                    + word.replace("\0", "\\0") + "'; pass binary data as a file or as stdin");
        }
    }

    private Command with(Consumer<Command> change) {
        Command copy = new Command(new ArrayList<>(argv), script);
        copy.env = env;
        copy.cwd = cwd;
        copy.stdin = stdin;
        copy.user = user;
        copy.timeout = timeout;
        copy.outputLimit = outputLimit;
        copy.stdoutFile = stdoutFile;
        copy.stderrFile = stderrFile;
        copy.outputWatcher = outputWatcher;
        change.accept(copy);
        return copy;
    }
}
