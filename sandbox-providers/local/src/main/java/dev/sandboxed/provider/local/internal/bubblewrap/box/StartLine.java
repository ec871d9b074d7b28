package dev.sandboxed.provider.local.internal.bubblewrap.box;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.guest.exec.SupervisorScript;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A process to start, as the one line of shell that a process reads at a door and becomes. */
final class StartLine {

    /**
     * Becomes the words, in a session of its own where there is a program for that: what a process sends to its group must not
     * reach others.
     */
    private static final String BECOME = "; command -v setsid >/dev/null 2>&1 && exec setsid \"$@\"; exec \"$@\"";

    /** The kernel takes no word or variable beyond 128 KiB, and a letter can take three bytes. */
    private static final int LONGEST_PIECE = 40_000;

    /** What the kernel takes of words and variables together, with some room for those that are always there. */
    private static final int LONGEST = 2_000_000;

    private static final String PIECE = "SANDBOXED_PIECE_";

    private StartLine() {}

    /**
     * Writes it. Variables do not become arguments, since everybody on the host can read those.
     *
     * @throws IllegalArgumentException if the kernel does not take that much
     */
    static String of(GuestProcess process) {
        StringBuilder line = new StringBuilder();
        for (Map.Entry<String, String> variable : new TreeMap<>(process.env()).entrySet()) {
            if (!variable.getValue().equals(SupervisorScript.environment().get(variable.getKey()))) {
                export(line, variable.getKey(), variable.getValue());
            }
        }
        List<String> words = process.terminal() == null ? process.argv() : onTerminal(process.argv(), line);
        return line.append("set -- ").append(joined(words)).append(BECOME).toString();
    }

    /**
     * The program makes a terminal and moves bytes between it and our pipes; first it tells the terminal's name. What is to run
     * there it takes as one word, which must be short and is shown to everybody. So that comes in variables.
     */
    private static List<String> onTerminal(List<String> argv, StringBuilder line) {
        String words = argv.stream().map(Command::quote).collect(Collectors.joining(" "));
        int length = words.getBytes(StandardCharsets.UTF_8).length;
        if (length > LONGEST) {
            throw new IllegalArgumentException("The arguments of a command on a terminal are too large, " + length
                    + " bytes as a line of shell; pass large data as a file");
        }
        List<String> pieces = pieces(words);
        StringBuilder all = new StringBuilder();
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < pieces.size(); i++) {
            export(line, PIECE + i, pieces.get(i));
            all.append("${").append(PIECE).append(i).append('}');
            names.append(' ').append(PIECE).append(i);
        }
        return List.of(
                "script",
                "-q",
                "-f",
                "-c",
                "tty; sandboxed_line=\"" + all + "\"; unset" + names + "; eval \"exec $sandboxed_line\"",
                "/dev/null");
    }

    /** A character of two halves is not cut. */
    private static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int to = Math.min(text.length(), from + LONGEST_PIECE);
            to -= Character.isHighSurrogate(text.charAt(to - 1)) ? 1 : 0;
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }

    private static void export(StringBuilder line, String name, String value) {
        line.append("export ").append(name).append('=').append(quote(value)).append("; ");
    }

    private static String joined(List<String> argv) {
        return argv.stream().map(StartLine::quote).collect(Collectors.joining(" "));
    }

    /** A line break would end the line, so it is written as the variable that the first process keeps one in. */
    private static String quote(String word) {
        return Command.quote(word).replace("\n", "'\"$sandboxed_n\"'");
    }
}
