package dev.sandboxed.api.internal.diff;

import dev.sandboxed.api.internal.diff.LineEdits.Edit;
import java.util.List;

/** Writes the difference of two texts as a unified diff with three lines around each change. */
public final class UnifiedDiff {

    private static final int AROUND = 3;

    private final List<Edit> edits;
    private final StringBuilder text = new StringBuilder();

    private UnifiedDiff(List<Edit> edits) {
        this.edits = edits;
    }

    /**
     * Writes it.
     *
     * @param from what the text before is called, such as {@code a/notes.txt}
     * @param to what the text afterwards is called
     */
    public static String of(String from, String before, String to, String after) {
        UnifiedDiff diff = new UnifiedDiff(LineEdits.between(Lines.of(before), Lines.of(after)));
        diff.text
                .append("--- ")
                .append(PatchPaths.written(from))
                .append("\n+++ ")
                .append(PatchPaths.written(to))
                .append('\n');
        diff.hunks();
        return diff.text.toString();
    }

    /** Writes that a file has another mode, and nothing else. */
    public static String ofModes(String path, int before, int after) {
        return "diff --git %s %s\nold mode 10%04o\nnew mode 10%04o\n"
                .formatted(PatchPaths.written("a/" + path), PatchPaths.written("b/" + path), before, after);
    }

    private void hunks() {
        int at = 0;
        int oldLine = 1;
        int newLine = 1;
        while (at < edits.size()) {
            int first = nextChange(at);
            if (first == edits.size()) {
                return;
            }
            int begin = Math.max(at, first - AROUND);
            oldLine += begin - at;
            newLine += begin - at;
            int end = endOf(first);
            List<Edit> hunk = edits.subList(begin, end);
            int oldCount = count(hunk, '-');
            int newCount = count(hunk, '+');
            text.append("@@ -").append(range(oldLine, oldCount)).append(" +").append(range(newLine, newCount));
            text.append(" @@\n");
            hunk.forEach(this::line);
            oldLine += oldCount;
            newLine += newCount;
            at = end;
        }
    }

    private int nextChange(int from) {
        int at = from;
        while (at < edits.size() && edits.get(at).sign() == ' ') {
            at++;
        }
        return at;
    }

    /** Changes that are so close that the lines around them would touch are one hunk. */
    private int endOf(int firstChange) {
        int end = firstChange;
        while (true) {
            int next = nextChange(end);
            if (next == edits.size() || next - end > 2 * AROUND) {
                return Math.min(end + AROUND, edits.size());
            }
            end = next + 1;
        }
    }

    /** Lines that stay are on both sides. */
    private static int count(List<Edit> hunk, char sign) {
        return (int) hunk.stream()
                .filter(edit -> edit.sign() == ' ' || edit.sign() == sign)
                .count();
    }

    /** A side without lines names the line before. */
    private static String range(int first, int count) {
        return (count == 0 ? first - 1 : first) + (count == 1 ? "" : "," + count);
    }

    private void line(Edit edit) {
        text.append(edit.sign()).append(edit.line());
        if (!edit.line().endsWith("\n")) {
            text.append("\n\\ No newline at end of file\n");
        }
    }
}
