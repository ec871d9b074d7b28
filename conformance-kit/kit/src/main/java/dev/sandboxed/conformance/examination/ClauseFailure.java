package dev.sandboxed.conformance.examination;

import dev.sandboxed.conformance.contract.Contract;
import dev.sandboxed.conformance.contract.ContractClause;
import org.opentest4j.AssertionFailedError;

/** Words for a broken promise. */
final class ClauseFailure {

    private ClauseFailure() {}

    /** Returns which promise is broken, where it is written, and how it showed. */
    static AssertionFailedError of(String id, Throwable failure) {
        ContractClause clause = Contract.current().clause(id);
        return new AssertionFailedError(
                id + " is broken: " + reason(failure) + "\n  promise: " + clause.promise() + "\n  see " + clause.link(),
                failure);
    }

    /** Returns how it showed. */
    static String reason(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() || !(failure instanceof AssertionError)
                ? failure.toString()
                : message;
    }
}
