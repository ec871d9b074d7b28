package dev.sandboxed.api.internal.diff;

import java.util.List;

/**
 * One place of a file that a diff changes.
 *
 * @param header its first line
 * @param line where the lines before begin, from 1; where there are none, the line after which the new ones come
 * @param before the lines that are there, with their ends
 * @param after the lines that take their place
 */
public record Hunk(String header, int line, List<String> before, List<String> after) {

    public Hunk {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** Returns how many lines of the file should come ahead of it. */
    int linesAhead() {
        return before.isEmpty() ? line : line - 1;
    }

    /** Returns for each line how many of those before it, with it, are also the first ones. */
    int[] borders() {
        int[] borders = new int[before.size()];
        int length = 0;
        for (int at = 1; at < before.size(); at++) {
            while (length > 0 && !before.get(length).equals(before.get(at))) {
                length = borders[length - 1];
            }
            if (before.get(length).equals(before.get(at))) {
                length++;
            }
            borders[at] = length;
        }
        return borders;
    }
}
