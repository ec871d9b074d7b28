package dev.sandboxed.guest.exec;

import dev.sandboxed.api.exec.TerminalSize;
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
import java.util.stream.Collectors;

/**
 * The script that supervises commands inside a guest, and how to start it.
 *
 * <p>It travels in a variable, which it takes out of its environment, and not as an argument, where everybody inside who
 * lists processes would have to read it.
 */
public final class SupervisorScript {

    private static final String VARIABLE = "SANDBOXED_SUPERVISOR";
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Map<String, String> ENVIRONMENT = Map.of(VARIABLE, read());

    private SupervisorScript() {}

    /** Give the environment that it must be started with. */
    public static Map<String, String> environment() {
        return ENVIRONMENT;
    }

    /** Think of a word that marks what one supervisor says. */
    public static String word() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Write the command line of the one that is the first process of a guest and goes on as its init. */
    public static List<String> first(String word) {
        return argv(word, "init");
    }

    static List<String> serving(String word) {
        return argv(word, "serve");
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

    /** Leave out comments, which need not travel. */
    private static String read() {
        try (InputStream script = SupervisorScript.class.getResourceAsStream("supervisor.sh")) {
            byte[] text = Objects.requireNonNull(script, "supervisor.sh").readAllBytes();
            return new String(text, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.stripLeading().startsWith("#"))
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
