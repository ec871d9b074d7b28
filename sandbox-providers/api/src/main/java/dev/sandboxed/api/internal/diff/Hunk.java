package dev.sandboxed.api.internal.diff;

import java.util.ArrayList;
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

    /** Returns where it applies, from 0: the match nearest to where it should be, not before {@code earliest}; -1 if there is none. */
    public int placeIn(List<String> lines, int shift, int earliest) {
        if (before.isEmpty()) {
            return Math.min(Math.max(line + shift, earliest), lines.size());
        }
        int wanted = line - 1 + shift;
        int last = lines.size() - before.size();
        for (int distance = 0; wanted - distance >= earliest || wanted + distance <= last; distance++) {
            if (matches(lines, wanted - distance, earliest)) {
                return wanted - distance;
            }
            if (matches(lines, wanted + distance, earliest)) {
                return wanted + distance;
            }
        }
        return -1;
    }

    private boolean matches(List<String> lines, int at, int earliest) {
        return at >= earliest
                && at + before.size() <= lines.size()
                && lines.subList(at, at + before.size()).equals(before);
    }

    /** Replaces the lines at a place. */
    public void applyTo(List<String> lines, int place) {
        List<String> rest = new ArrayList<>(lines.subList(place + before.size(), lines.size()));
        lines.subList(place, lines.size()).clear();
        lines.addAll(after);
        lines.addAll(rest);
    }
}
