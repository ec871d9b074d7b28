package dev.sandboxed.api.internal.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The fewest lines to delete and insert that make one text another, found as Myers does. Texts that have hardly anything in common are
 * given as one deleted and the other inserted: to look for the fewest takes time and memory that grow with the square of their number.
 */
final class LineEdits {

    private static final int MOST_DIFFERENCES = 1_000;

    private LineEdits() {}

    /**
     * One line.
     *
     * @param sign {@code ' '} if it stays, {@code '-'} if it goes, {@code '+'} if it comes
     * @param line the line with its end
     */
    record Edit(char sign, String line) {}

    static List<Edit> between(List<String> before, List<String> after) {
        int shorter = Math.min(before.size(), after.size());
        int head = 0;
        while (head < shorter && before.get(head).equals(after.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head
                && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
            tail++;
        }
        List<Edit> edits = new ArrayList<>();
        before.subList(0, head).forEach(line -> edits.add(new Edit(' ', line)));
        edits.addAll(middle(before.subList(head, before.size() - tail), after.subList(head, after.size() - tail)));
        before.subList(before.size() - tail, before.size()).forEach(line -> edits.add(new Edit(' ', line)));
        return edits;
    }

    private static List<Edit> middle(List<String> before, List<String> after) {
        int most = Math.min(before.size() + after.size(), MOST_DIFFERENCES);
        int[] reached = new int[2 * most + 3];
        List<int[]> trace = new ArrayList<>();
        for (int differences = 0; differences <= most; differences++) {
            trace.add(Arrays.copyOfRange(reached, most + 1 - differences - 1, most + 1 + differences + 2));
            if (advance(before, after, differences, most + 1, reached)) {
                return back(before, after, trace);
            }
        }
        List<Edit> all = new ArrayList<>();
        before.forEach(line -> all.add(new Edit('-', line)));
        after.forEach(line -> all.add(new Edit('+', line)));
        return all;
    }

    /** Goes one difference further on every diagonal; returns whether that leads to the ends of both. */
    private static boolean advance(
            List<String> before, List<String> after, int differences, int origin, int[] reached) {
        for (int k = -differences; k <= differences; k += 2) {
            boolean inserts =
                    k == -differences || (k != differences && reached[origin + k - 1] < reached[origin + k + 1]);
            int x = inserts ? reached[origin + k + 1] : reached[origin + k - 1] + 1;
            int y = x - k;
            while (x < before.size() && y < after.size() && before.get(x).equals(after.get(y))) {
                x++;
                y++;
            }
            reached[origin + k] = x;
            if (x >= before.size() && y >= after.size()) {
                return true;
            }
        }
        return false;
    }

    /** Follows the way back to the beginning; each trace has what was reached one difference earlier, around its middle. */
    private static List<Edit> back(List<String> before, List<String> after, List<int[]> trace) {
        List<Edit> edits = new ArrayList<>();
        int x = before.size();
        int y = after.size();
        for (int differences = trace.size() - 1; differences > 0; differences--) {
            int[] reached = trace.get(differences);
            int origin = differences + 1;
            int k = x - y;
            boolean inserts =
                    k == -differences || (k != differences && reached[origin + k - 1] < reached[origin + k + 1]);
            int fromX = reached[origin + (inserts ? k + 1 : k - 1)];
            int fromY = fromX - (inserts ? k + 1 : k - 1);
            while (x > fromX && y > fromY) {
                edits.add(new Edit(' ', before.get(--x)));
                y--;
            }
            edits.add(inserts ? new Edit('+', after.get(--y)) : new Edit('-', before.get(--x)));
        }
        while (x > 0) {
            edits.add(new Edit(' ', before.get(--x)));
        }
        Collections.reverse(edits);
        return edits;
    }
}
