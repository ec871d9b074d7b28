package dev.sandboxed.api.internal.code;

import dev.sandboxed.api.spec.SecretMask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares what was printed with what was expected, but for white space at the ends of lines and empty lines at the end. */
final class Answer {

    private static final int LONGEST_LINE = 80;

    private Answer() {}

    /** Returns the first difference in one line; empty if there is none. */
    static Optional<String> difference(String expected, String printed, SecretMask mask) {
        List<String> wanted = lines(expected);
        List<String> real = lines(printed);
        for (int i = 0; i < Math.max(wanted.size(), real.size()); i++) {
            String want = i < wanted.size() ? quoted(mask.apply(wanted.get(i))) : "nothing more";
            String have = i < real.size() ? quoted(mask.apply(real.get(i))) : "missing";
            if (i >= wanted.size() || i >= real.size() || !wanted.get(i).equals(real.get(i))) {
                return Optional.of("line " + (i + 1) + " of its output is " + have + ", expected was " + want);
            }
        }
        return Optional.empty();
    }

    private static List<String> lines(String text) {
        List<String> lines =
                new ArrayList<>(text.lines().map(String::stripTrailing).toList());
        while (!lines.isEmpty() && lines.get(lines.size() - 1).isEmpty()) {
            lines.remove(lines.size() - 1);
        }
        return lines;
    }

    private static String quoted(String line) {
        return "'" + (line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "…" : line) + "'";
    }
}
