package dev.sandboxed.api.internal.diff;

import java.util.ArrayList;
import java.util.List;

/** The lines of a change while they are read. */
final class HunkLines {

    private final int oldCount;
    private final int newCount;
    private final List<String> before = new ArrayList<>();
    private final List<String> after = new ArrayList<>();
    private char last = ' ';
    private int lostAtEnd;

    /** Begins with the numbers of lines that the header tells. */
    HunkLines(int oldCount, int newCount) {
        this.oldCount = oldCount;
        this.newCount = newCount;
    }

    /** Adds a line with its sign; an empty one is an empty line that stays, whose sign was lost. */
    void add(String signed) {
        boolean lost = signed.isBlank() && !signed.startsWith(" ");
        lostAtEnd = lost ? lostAtEnd + 1 : 0;
        last = lost ? ' ' : signed.charAt(0);
        String line = lost ? signed : signed.substring(1);
        String whole = line.endsWith("\n") ? line : line + "\n";
        if (last != '+') {
            before.add(whole);
        }
        if (last != '-') {
            after.add(whole);
        }
    }

    /** The line that was added last has no end. */
    void cutEnd() {
        if (last != '+') {
            cutEnd(before);
        }
        if (last != '-') {
            cutEnd(after);
        }
    }

    private static void cutEnd(List<String> lines) {
        if (!lines.isEmpty() && lines.get(lines.size() - 1).endsWith("\n")) {
            String line = lines.remove(lines.size() - 1);
            lines.add(line.substring(0, line.length() - 1));
        }
    }

    boolean lacksBoth() {
        return before.size() < oldCount && after.size() < newCount;
    }

    /** Returns whether there are as many lines as the header tells. */
    boolean isComplete() {
        return before.size() >= oldCount && after.size() >= newCount;
    }

    /** What was an empty line at the end may as well separate the change from what follows; without it the change fits all the same. */
    void dropLostTail() {
        for (; lostAtEnd > 0; lostAtEnd--) {
            before.remove(before.size() - 1);
            after.remove(after.size() - 1);
        }
    }

    List<String> before() {
        return before;
    }

    List<String> after() {
        return after;
    }
}
