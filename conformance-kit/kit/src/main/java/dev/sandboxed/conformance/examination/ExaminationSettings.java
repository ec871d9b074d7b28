package dev.sandboxed.conformance.examination;

import dev.sandboxed.conformance.contract.Effort;
import java.util.Map;

/**
 * How a provider is examined.
 *
 * @param provider the provider's own settings, without the prefix {@code sandbox.<name>.}
 * @param clauses which clauses, as in {@code EXEC-*,FILE-3}
 * @param expectations which failures are announced
 * @param effort how much is thrown at the provider
 * @param patience every deadline is multiplied by this; one, or more for slow machines
 * @param timed whether the provider's speed is measured as well
 */
public record ExaminationSettings(
        Map<String, String> provider,
        String clauses,
        Expectations expectations,
        Effort effort,
        double patience,
        boolean timed) {

    /** Every clause in full, nothing announced, no timings. */
    public static final ExaminationSettings DEFAULT =
            new ExaminationSettings(Map.of(), "*", Expectations.NONE, Effort.FULL, 1, false);

    /**
     * Checks the factor.
     *
     * @throws IllegalArgumentException if it is not between 1 and 1000
     */
    public ExaminationSettings {
        provider = Map.copyOf(provider);
        if (!(patience >= 1 && patience <= 1000)) {
            throw new IllegalArgumentException("The factor for deadlines must be between 1 and 1000, but was "
                    + patience + "; give for example 2 on a machine that is half as quick");
        }
    }

    public ExaminationSettings withProvider(Map<String, String> settings) {
        return new ExaminationSettings(settings, clauses, expectations, effort, patience, timed);
    }

    public ExaminationSettings withClauses(String globs) {
        return new ExaminationSettings(provider, globs, expectations, effort, patience, timed);
    }

    public ExaminationSettings withExpectations(Expectations announced) {
        return new ExaminationSettings(provider, clauses, announced, effort, patience, timed);
    }

    public ExaminationSettings withEffort(Effort other) {
        return new ExaminationSettings(provider, clauses, expectations, other, patience, timed);
    }

    public ExaminationSettings withPatience(double factor) {
        return new ExaminationSettings(provider, clauses, expectations, effort, factor, timed);
    }

    public ExaminationSettings withTimings() {
        return new ExaminationSettings(provider, clauses, expectations, effort, patience, true);
    }
}
