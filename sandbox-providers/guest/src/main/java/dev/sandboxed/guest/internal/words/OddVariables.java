package dev.sandboxed.guest.internal.words;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Variables whose names a shell cannot set. {@code env} can, but everybody who lists processes sees what it is told. So each of
 * them travels in a variable that a shell can set, and {@code env} is told only to take it from there. BusyBox cannot do
 * that: it is told all, for the moment until it becomes the command, unless there is a secret among them.
 *
 * @param settable all variables as a shell can set them
 * @param shell what is to be done when they are set, just before the command begins: puts {@code env} in front of its words,
 *     or ends with {@link #UNSETTABLE}; empty where there are no such variables
 */
public record OddVariables(Map<String, String> settable, String shell) {

    /** What the supervisor says of a command that was not started because of them. */
    public static final String UNSETTABLE = "unsettable";

    /** No variables at all. */
    public static final OddVariables NONE = new OddVariables(Map.of(), "");

    /** The variable that a supervisor finds its own script in. */
    public static final String SUPERVISOR = "SANDBOXED_SUPERVISOR";

    private static final String CARRIER = "SANDBOXED_ODD_";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    /** Variables that mean something to a shell, or are written by it. */
    private static final Set<String> OF_SHELLS = Set.of(
            "_",
            "PWD",
            "OLDPWD",
            "UID",
            "EUID",
            "PPID",
            "GROUPS",
            "SHELLOPTS",
            "BASHOPTS",
            "BASHPID",
            "OPTIND",
            "OPTARG",
            "LINENO",
            "RANDOM",
            "SRANDOM",
            "SECONDS",
            "EPOCHSECONDS",
            "EPOCHREALTIME",
            "FUNCNAME",
            "DIRSTACK",
            "HISTCMD",
            "IFS");

    /** Returns whether a shell cannot set a variable of this name and no other. */
    public static boolean isOdd(String name) {
        return !NAME.matcher(name).matches()
                || OF_SHELLS.contains(name)
                || name.startsWith("BASH_")
                // A supervisor takes its own script out of the environment, and so would that of a guest in this guest.
                || name.equals(SUPERVISOR)
                || name.startsWith("sandboxed_");
    }

    /**
     * Returns variables in a form that a shell can set.
     *
     * @param secret the names of those that must never show
     */
    public static OddVariables in(Map<String, String> env, Set<String> secret) {
        Map<String, String> settable = new LinkedHashMap<>();
        List<String> carriers = new ArrayList<>();
        boolean hide = false;
        for (Map.Entry<String, String> variable : env.entrySet()) {
            String name = variable.getKey();
            if (isOdd(name)) {
                carriers.add(CARRIER + carriers.size());
                settable.put(carriers.get(carriers.size() - 1), name + "=" + variable.getValue());
                hide |= secret.contains(name);
            } else {
                settable.put(name, variable.getValue());
            }
        }
        return new OddVariables(settable, carriers.isEmpty() ? "" : shell(carriers, hide));
    }

    private static String shell(List<String> carriers, boolean hide) {
        String names = String.join(" ", carriers);
        String hidden = "set -- env -S '-u" + names.replace(" ", " -u") + " -- "
                + carriers.stream().map(name -> "\"${" + name + "}\"").collect(Collectors.joining(" ")) + "' \"$@\"";
        String shown = "set -- env "
                + carriers.stream().map(name -> "\"$" + name + "\"").collect(Collectors.joining(" "))
                + " \"$@\"; unset " + names;
        return "if env -S true 2>/dev/null; then " + hidden + "; else "
                + (hide ? "echo " + UNSETTABLE + " >&8; exit 200" : shown) + "; fi";
    }
}
