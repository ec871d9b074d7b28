package dev.sandboxed.conformance.certificate;

import dev.sandboxed.conformance.contract.Contract;
import dev.sandboxed.conformance.contract.ContractClause;
import dev.sandboxed.conformance.contract.Level;
import java.time.Duration;

/**
 * What came of one clause.
 *
 * @param id of the clause
 * @param level how binding it is
 * @param needs what a provider must declare for it, as the contract writes it; may be empty
 * @param outcome what came of it
 * @param reason why, for everything but a plain pass; may be empty
 * @param took how long its tests ran
 */
public record ClauseResult(String id, Level level, String needs, Outcome outcome, String reason, Duration took) {

    public static ClauseResult of(String id, Outcome outcome, String reason, Duration took) {
        ContractClause clause = Contract.current().clause(id);
        return new ClauseResult(id, clause.level(), clause.need().written(), outcome, reason, took);
    }

    /** Returns what came of this test and another of the same clause: the graver outcome counts. */
    public ClauseResult and(ClauseResult other) {
        boolean graver = other.outcome.compareTo(outcome) > 0;
        ClauseResult counts = graver ? other : this;
        return new ClauseResult(id, level, needs, counts.outcome, counts.reason, took.plus(other.took));
    }

    /** Returns whether a MUST is not kept, or not known to be kept. */
    public boolean preventsCertification() {
        return level == Level.MUST && outcome != Outcome.PASSED && outcome != Outcome.NOT_CLAIMED;
    }
}
