package dev.sandboxed.mutants.internal;

import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.ClauseResult;
import dev.sandboxed.conformance.certificate.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the kit found out about a mutant.
 *
 * @param mutant the mutant
 * @param failed the clauses that it failed, each with the message
 * @param leftovers what it left behind
 */
public record Verdict(Mutant mutant, Map<String, String> failed, List<String> leftovers) {

    public Verdict {
        failed = Collections.unmodifiableMap(new TreeMap<>(failed));
        leftovers = List.copyOf(leftovers);
    }

    static Verdict of(Mutant mutant, Certificate certificate) {
        Map<String, String> failed = new TreeMap<>();
        for (ClauseResult clause : certificate.clauses()) {
            if (clause.outcome() == Outcome.FAILED) {
                failed.put(clause.id(), clause.reason());
            }
        }
        return new Verdict(mutant, failed, certificate.leftovers());
    }

    /** Returns the verdict on a mutant that is too broken to be examined, which no mutant should be. */
    static Verdict impossible(Mutant mutant, RuntimeException failure) {
        return new Verdict(mutant, Map.of("the examination as a whole", failure.toString()), List.of());
    }

    /** Returns what is not as the mutant says: survived clauses, false alarms, messages that do not name the fault. */
    public List<String> surprises() {
        List<String> surprises = new ArrayList<>();
        mutant.breaks().forEach((clause, words) -> {
            String message = failed.get(clause);
            if (message == null) {
                surprises.add(mutant.name() + " survives " + clause);
            } else if (!message.contains(words)) {
                surprises.add(mutant.name() + " fails " + clause + " without the words '" + words + "': " + message);
            }
        });
        failed.forEach((clause, message) -> {
            if (!mutant.breaks().containsKey(clause)) {
                surprises.add(mutant.name() + " fails " + clause + ", which it does not break: " + message);
            }
        });
        return surprises;
    }
}
