package dev.sandboxed.guest.exec;

import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.guest.internal.words.OddVariables;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The script that supervises commands inside a guest, and how to start it.
 *
 * <p>It travels in a variable, which it takes out of its environment, and not as an argument, where everybody inside who
 * lists processes would have to read it.
 */
public final class SupervisorScript {

    static final String VARIABLE = OddVariables.SUPERVISOR;
    /** The word of one that has nothing to say in between outputs. */
    private static final String NOBODY = "-";

    /** Begins what an {@link #admitting} process says where it could start none. */
    public static final String REFUSED = "no ";

    /** Where the word is in a command line. */
    private static final int WORD = 4;

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Map<String, String> ENVIRONMENT =
            Map.of(VARIABLE, read("killing.sh") + "\n" + read("supervisor.sh"));

    private SupervisorScript() {}

    /** Returns the environment that it must be started with. */
    public static Map<String, String> environment() {
        return ENVIRONMENT;
    }

    /**
     * Returns the environment of those that read, before they end, what their last command did not: where the connection is closed at
     * their end, while somebody still writes, what they have said may be lost.
     */
    public static Map<String, String> drainingEnvironment() {
        return Map.of(VARIABLE, "sandboxed_drains=y\n" + ENVIRONMENT.get(VARIABLE));
    }

    /** Returns a new word that marks what one supervisor says. */
    public static String word() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Returns the command line of the one that is the first process of a guest and goes on as its init. */
    public static List<String> first(String word) {
        return argv(word, "init");
    }

    /**
     * Returns the command line of the first process of a guest that nobody can enter from outside. It reads numbers, one in each
     * line. For each it starts a process that opens three named pipes, called after the number with {@code .in}, {@code .out}
     * and {@code .err}, reads a line of shell there and becomes what that says. Where it cannot start one, it writes
     * {@link #REFUSED} and the number.
     *
     * @param doors the directory of the pipes, as the guest sees it
     * @param openFiles how many files a process may have open, if that is limited
     */
    public static List<String> admitting(String doors, OptionalInt openFiles) {
        List<String> all = argv(NOBODY, "admit");
        all.addAll(List.of(doors, openFiles.isPresent() ? String.valueOf(openFiles.getAsInt()) : ""));
        return all;
    }

    /** Returns the line of shell that starts a supervisor in a guest whose first process is {@link #admitting}. */
    public static String admitted(String word) {
        return "sandboxed_be " + word + " serve";
    }

    /** Returns the command line of one in a guest whose first process is somebody else's. */
    public static List<String> serving(String word) {
        return argv(word, "serve");
    }

    /** Returns the word of the supervisor that a command line starts, if it starts one. */
    public static Optional<String> wordIn(List<String> argv) {
        return argv.size() > WORD && argv.subList(0, WORD).equals(argv("", "").subList(0, WORD))
                ? Optional.of(argv.get(WORD))
                : Optional.empty();
    }

    static List<String> showing(String word, String cwd, TerminalSize size, String odd, List<String> command) {
        List<String> all = argv(word, "show");
        all.addAll(List.of(cwd, String.valueOf(size.rows()), String.valueOf(size.columns()), odd));
        all.addAll(command);
        return all;
    }

    private static List<String> argv(String word, String what) {
        return new ArrayList<>(List.of("/bin/sh", "-c", "eval \"$" + VARIABLE + "\"", "sandboxed", word, what));
    }

    /** Leaves out comments, which need not travel. */
    private static String read(String name) {
        try (InputStream script = SupervisorScript.class.getResourceAsStream(name)) {
            byte[] text = Objects.requireNonNull(script, name).readAllBytes();
            return new String(text, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.stripLeading().startsWith("#"))
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
