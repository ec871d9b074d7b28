package dev.sandboxed.api.internal.diff;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text while hunks are applied to it, each behind the last one. It is gone through where it is, and what comes of it is written once: whoever
 * made the text or the diff may mean to fill our memory with lines, or to take our time with many small changes.
 */
public final class PatchedText {

    private final String text;
    private final StringBuilder changed;

    /** Where the part begins that no hunk has reached. */
    private int at;

    /** How many lines are before that. */
    private int line;

    /** How many lines the last hunk was behind where it should be. */
    private long drift;

    private long searched;

    public PatchedText(String text) {
        this.text = text;
        this.changed = new StringBuilder(text.length());
    }

    /**
     * A place between two lines.
     *
     * @param offset how many characters are before it
     * @param line how many lines are before it
     */
    private record Place(int offset, int line) {

        long distance(long wanted) {
            return Math.abs(line - wanted);
        }
    }

    /**
     * Applies a hunk at the place nearest to where it should be, after all that were applied before.
     *
     * @return whether there is such a place; if not, nothing has changed
     */
    public boolean apply(Hunk hunk) {
        int length = hunk.before().stream().mapToInt(String::length).sum();
        long wanted = hunk.linesAhead() + drift;
        Place place = hunk.before().isEmpty() ? after(wanted) : nearest(hunk, length, wanted);
        if (place == null) {
            return false;
        }
        changed.append(text, at, place.offset());
        hunk.after().forEach(changed::append);
        at = place.offset() + length;
        line = place.line() + hunk.before().size();
        drift = (long) place.line() - hunk.linesAhead();
        return true;
    }

    /** Returns how many characters were gone through to find places. */
    public long searched() {
        return searched;
    }

    /** Returns what comes of the text, when no more hunks are to be applied. */
    public String whole() {
        return changed.append(text, at, text.length()).toString();
    }

    private Place after(long wanted) {
        int number = line;
        int offset = at;
        while (number < wanted && offset < text.length()) {
            offset = Lines.end(text, offset);
            number++;
        }
        searched += offset - at;
        return new Place(offset, number);
    }

    /** Looks at each line once, as Knuth, Morris and Pratt do, up to where no place can be nearer than the one that was found. */
    private @Nullable Place nearest(Hunk hunk, int length, long wanted) {
        List<String> before = hunk.before();
        int[] borders = hunk.borders();
        Place nearest = null;
        int matched = 0;
        int number = line;
        int from = at;
        while (from < text.length()
                && (nearest == null || number + 1 - (wanted + before.size()) < nearest.distance(wanted))) {
            int end = Lines.end(text, from);
            number++;
            while (matched > 0 && (matched == before.size() || !isLine(before.get(matched), from, end))) {
                matched = borders[matched - 1];
            }
            if (isLine(before.get(matched), from, end)) {
                matched++;
            }
            if (matched == before.size()) {
                Place place = new Place(end - length, number - matched);
                nearest = nearest == null || place.distance(wanted) < nearest.distance(wanted) ? place : nearest;
            }
            from = end;
        }
        searched += from - at;
        return nearest;
    }

    private boolean isLine(String expected, int from, int end) {
        return expected.length() == end - from && text.startsWith(expected, from);
    }
}
