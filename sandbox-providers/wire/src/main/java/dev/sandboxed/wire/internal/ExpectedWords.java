package dev.sandboxed.wire.internal;

import dev.sandboxed.api.spec.SandboxSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client will ask for next.
 *
 * @param provider what to make it with; the first, if absent
 * @param kinds the specs, each once
 * @param next the claims in the order in which they will come, each as the number of its spec in that list
 */
public record ExpectedWords(@Nullable String provider, List<SpecWords> kinds, List<Integer> next) {

    /** More claims than this are never told: nobody makes that much ahead. */
    public static final int MOST = 1000;

    /**
     * Checks that nothing is missing, and that each number has its spec.
     *
     * @throws IllegalArgumentException if something is, or one has not
     */
    public ExpectedWords {
        Words.require("kinds", kinds);
        Words.require("next", next);
        if (next.size() > MOST) {
            throw new IllegalArgumentException("'next' has " + next.size() + " claims; at most " + MOST + " are told");
        }
        for (Integer kind : next) {
            if (kind == null || kind < 0 || kind >= kinds.size()) {
                throw new IllegalArgumentException(
                        "'next' names spec " + kind + ", but 'kinds' has " + kinds.size() + " of them");
            }
        }
    }

    public static ExpectedWords of(@Nullable String provider, List<SandboxSpec> next) {
        List<SandboxSpec> kinds = new ArrayList<>(new LinkedHashSet<>(next));
        return new ExpectedWords(
                provider,
                kinds.stream().map(SpecWords::of).toList(),
                next.stream().map(kinds::indexOf).toList());
    }

    /**
     * Returns the specs of the claims, in the order in which they will come.
     *
     * @throws IllegalArgumentException if something in one cannot be
     */
    public List<SandboxSpec> specs() {
        List<SandboxSpec> made = kinds.stream().map(SpecWords::spec).toList();
        return next.stream().map(made::get).toList();
    }
}
