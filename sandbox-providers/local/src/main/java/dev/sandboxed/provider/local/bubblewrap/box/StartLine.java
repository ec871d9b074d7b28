package dev.sandboxed.provider.local.bubblewrap.box;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.guest.exec.SupervisorScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A process to start, as the one line of shell that the doorkeeper reads at a door and becomes. */
final class StartLine {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    /** What starts a session: what a process sends to its group must not reach others. */
    private static final String SESSION = "command -v setsid >/dev/null 2>&1 && exec setsid ";

    private StartLine() {}

    /** Write it. Variables do not become arguments, since everybody on the host can read those. */
    static String of(GuestProcess process) {
        List<String> argv = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (Map.Entry<String, String> variable : new TreeMap<>(process.env()).entrySet()) {
            boolean known =
                    variable.getValue().equals(SupervisorScript.environment().get(variable.getKey()));
            if (!known && NAME.matcher(variable.getKey()).matches()) {
                line.append("export ").append(variable.getKey()).append('=');
                line.append(quote(variable.getValue())).append("; ");
            } else if (!known) {
                argv.add(variable.getKey() + "=" + variable.getValue());
            }
        }
        if (!argv.isEmpty()) {
            argv.add(0, "env");
        }
        argv.addAll(process.argv());
        String words = process.terminal() == null ? joined(argv) : onTerminal(argv);
        return line.append(SESSION)
                .append(words)
                .append("; exec ")
                .append(words)
                .toString();
    }

    /** The program makes a terminal and moves bytes between it and our pipes; first it tells the terminal's name. */
    private static String onTerminal(List<String> argv) {
        String inside = "tty; exec " + argv.stream().map(Command::quote).collect(Collectors.joining(" "));
        return joined(List.of("script", "-q", "-f", "-c", inside, "/dev/null"));
    }

    private static String joined(List<String> argv) {
        return argv.stream().map(StartLine::quote).collect(Collectors.joining(" "));
    }

    /** A line break would end the line, so it is written as the variable that the doorkeeper keeps one in. */
    private static String quote(String word) {
        return Command.quote(word).replace("\n", "'\"$sandboxed_n\"'");
    }
}
