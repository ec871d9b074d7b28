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
            return (int) Math.min(Math.max((long) line + shift, earliest), lines.size());
        }
        long wanted = (long) line - 1 + shift;
        int nearest = -1;
        for (int place : matches(lines, earliest)) {
            if (nearest < 0 || Math.abs(place - wanted) < Math.abs(nearest - wanted)) {
                nearest = place;
            }
        }
        return nearest;
    }

    /** Finds all places in one pass, as Knuth, Morris and Pratt do: whoever wrote the diff may mean to take our time. */
    private List<Integer> matches(List<String> lines, int earliest) {
        int[] borders = borders();
        List<Integer> places = new ArrayList<>();
        int matched = 0;
        for (int at = earliest; at < lines.size(); at++) {
            while (matched > 0
                    && (matched == before.size() || !before.get(matched).equals(lines.get(at)))) {
                matched = borders[matched - 1];
            }
            if (before.get(matched).equals(lines.get(at))) {
                matched++;
            }
            if (matched == before.size()) {
                places.add(at + 1 - matched);
            }
        }
        return places;
    }

    /** Returns for each line how many of those before it, with it, are also the first ones. */
    private int[] borders() {
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

    /** Replaces the lines at a place. */
    public void applyTo(List<String> lines, int place) {
        List<String> rest = new ArrayList<>(lines.subList(place + before.size(), lines.size()));
        lines.subList(place, lines.size()).clear();
        lines.addAll(after);
        lines.addAll(rest);
    }
}
