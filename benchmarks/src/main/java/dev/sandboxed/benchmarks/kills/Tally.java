package dev.sandboxed.benchmarks.kills;

import dev.sandboxed.benchmarks.tools.Line;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What came of all rounds with one provider.
 *
 * @param name the provider, and who removes what is left
 * @param rounds what came of each
 * @param harm what happened to a JVM that was not killed, one line each
 */
record Tally(String name, List<Round> rounds, List<String> harm) implements Line {

    Tally {
        rounds = List.copyOf(rounds);
        harm = List.copyOf(harm);
    }

    @Override
    public boolean holds() {
        return leftovers() == 0 && harm.isEmpty();
    }

    private int made() {
        return rounds.stream().mapToInt(Round::made).sum();
    }

    private int leftovers() {
        return rounds.stream().mapToInt(round -> round.left().size()).sum();
    }

    private Duration worst() {
        return rounds.stream().map(Round::gone).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    private Duration median() {
        return rounds.stream()
                .map(Round::gone)
                .sorted()
                .skip(rounds.size() / 2)
                .findFirst()
                .orElse(Duration.ZERO);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-28s %3d kills  %4d sandboxes  gone after %5.2f s (median), %5.2f s (worst)  leftovers %d  others %s   %s",
                name,
                rounds.size(),
                made(),
                median().toNanos() / 1e9,
                worst().toNanos() / 1e9,
                leftovers(),
                harm.isEmpty() ? "untouched" : "harmed",
                holds() ? "ok" : "MISSED");
    }
}
