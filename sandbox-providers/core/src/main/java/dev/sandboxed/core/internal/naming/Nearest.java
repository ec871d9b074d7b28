package dev.sandboxed.core.internal.naming;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Guesses which known name was meant by one that is not known. */
public final class Nearest {

    private Nearest() {}

    /** Returns the known name that takes the fewest single-letter changes, where at most a third of the letters differ. */
    public static Optional<String> to(String given, Collection<String> known) {
        int most = Math.max(1, given.length() / 3);
        return known.stream()
                .filter(name -> distance(given, name) <= most)
                .min(Comparator.<String>comparingInt(name -> distance(given, name))
                        .thenComparing(name -> name));
    }

    /** Counts insertions, deletions, replacements and swaps of neighbours; upper and lower case are the same. */
    private static int distance(String one, String other) {
        String a = one.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], 1 + cost[i - 2][j - 2]);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
