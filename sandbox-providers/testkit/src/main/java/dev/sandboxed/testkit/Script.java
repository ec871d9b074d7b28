package dev.sandboxed.testkit;

import dev.sandboxed.api.exec.Command;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** All rules of one mock. Safe from several threads. */
final class Script {

    private final List<Rule> rules = new ArrayList<>();

    Script(List<Rule> from) {
        from.forEach(rule -> rules.add(rule.fresh()));
    }

    synchronized void add(Rule rule) {
        rules.add(rule);
    }

    /**
     * Finds the rule for a command and takes its next answer.
     *
     * @throws UnscriptedCommandException if there is none
     */
    Answer answerTo(Command command) {
        return ruleFor(command).next(command);
    }

    private Rule ruleFor(Command command) {
        List<Rule> candidates = all();
        return candidates.stream()
                .filter(rule -> rule.meant().matches().test(command))
                // The later of two equals wins: a test overrides what its set-up said.
                .reduce((best, next) -> BY_EXACTNESS.compare(next, best) >= 0 ? next : best)
                .orElseThrow(() -> new UnscriptedCommandException(command, candidates));
    }

    private synchronized List<Rule> all() {
        return List.copyOf(rules);
    }

    private static final Comparator<Rule> BY_EXACTNESS =
            Comparator.comparing(rule -> rule.meant().exactness());
}
