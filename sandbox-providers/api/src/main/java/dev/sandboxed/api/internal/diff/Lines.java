package dev.sandboxed.api.internal.diff;

import java.util.ArrayList;
import java.util.List;

/** Text as lines that keep their ends, so that a last line without one is another line. */
public final class Lines {

    private Lines() {}

    public static List<String> of(String text) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            lines.add(text.substring(from, end + 1));
            from = end + 1;
        }
        if (from < text.length()) {
            lines.add(text.substring(from));
        }
        return lines;
    }
}
