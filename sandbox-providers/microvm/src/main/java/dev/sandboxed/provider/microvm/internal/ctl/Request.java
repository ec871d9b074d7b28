package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.guest.internal.words.CommandSize;
import dev.sandboxed.guest.internal.words.OddVariables;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One command in the words of the supervisor, which comes with it and ends with it. What is large or secret is not among the
 * arguments, which all who list processes see: it lies in a file inside, which goes as soon as it was read.
 *
 * @param argv what is executed inside
 * @param file what must lie in the file before; nothing, if absent
 */
record Request(List<String> argv, @Nullable String file) {

    /** A shell gets all words of a hop as one, for which the kernel has 128 KiB, and quotes make them longer. */
    private static final int LONGEST = 24 * 1024;

    private static final String SCRIPT = SupervisorScript.environment().getOrDefault(OddVariables.SUPERVISOR, "");

    /**
     * What is around a command.
     *
     * @param word what marks what the supervisor says
     * @param marker what its processes carry
     * @param cwd where it starts, absolute
     * @param file where its file lies, if it needs one
     * @param input what opens its input, in lines of shell
     * @param remove files that are not needed any more
     */
    record Around(String word, String marker, String cwd, String file, String input, List<String> remove) {}

    /**
     * Writes down a command.
     *
     * @param secret the names of variables that may show nowhere
     * @throws IllegalArgumentException if it is larger than any kernel takes
     */
    static Request of(Command command, Map<String, String> env, Set<String> secret, Around around) {
        OddVariables variables = OddVariables.in(env, secret);
        CommandSize.require(command.argv(), variables.settable());
        StringBuilder settings = new StringBuilder();
        variables
                .settable()
                .forEach((name, value) -> settings.append("export ")
                        .append(name)
                        .append('=')
                        .append(Command.quote(value))
                        .append('\n'));
        List<String> words =
                new ArrayList<>(List.of(around.word(), "show", around.cwd(), "24", "80", variables.shell()));
        words.addAll(command.argv());
        String joined = ShellWords.join(words);
        boolean hides = env.keySet().stream().anyMatch(secret::contains);
        boolean large = joined.getBytes(StandardCharsets.UTF_8).length
                        + settings.toString().getBytes(StandardCharsets.UTF_8).length
                > LONGEST;
        String before = before(around, hides || large);
        return hides || large
                ? new Request(shell(before + SCRIPT, List.of()), settings + "set -- " + joined + "\n")
                : new Request(shell(before + settings + SCRIPT, words), null);
    }

    private static String before(Around around, boolean withFile) {
        StringBuilder shell = new StringBuilder(around.input());
        List<String> remove = new ArrayList<>(around.remove());
        if (withFile) {
            shell.append(". ").append(Command.quote(around.file())).append(" || exit 125\n");
            remove.add(around.file());
        }
        if (!remove.isEmpty()) {
            shell.append("rm -f ").append(ShellWords.join(remove)).append('\n');
        }
        return shell.append("export SANDBOXED_COMMAND=")
                .append(around.marker())
                .append('\n')
                .toString();
    }

    private static List<String> shell(String script, List<String> words) {
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", script, "sandboxed"));
        argv.addAll(words);
        return argv;
    }

    /** Returns the script that kills a command, and the arguments that say which. */
    static List<String> kill(String supervisor, String marker, String command) {
        return shell(SCRIPT, List.of("-", "kill", supervisor, marker, command));
    }
}
