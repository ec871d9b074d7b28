package dev.sandboxed.api.internal.diff;

import java.util.ArrayList;
import java.util.List;

/** Text as lines that keep their ends, so that a last line without one is another line. */
public final class Lines {

    private Lines() {}

    public static List<String> of(String text) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int end = end(text, from);
            lines.add(text.substring(from, end));
            from = end;
        }
        return lines;
    }

    /** Returns how many there are, without making any: as objects they can take fifty times the memory of the text. */
    public static int count(String text) {
        int count = 0;
        for (int from = 0; from < text.length(); from = end(text, from)) {
            count++;
        }
        return count;
    }

    /** Returns where a line ends, and the next one begins. */
    static int end(String text, int begin) {
        int last = text.indexOf('\n', begin);
        return last < 0 ? text.length() : last + 1;
    }
}
