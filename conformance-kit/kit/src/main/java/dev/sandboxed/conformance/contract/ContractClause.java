package dev.sandboxed.conformance.contract;

import java.util.Locale;

/**
 * One promise of the contract.
 *
 * @param id group and number, as in {@code EXEC-16}; never reused
 * @param level how binding it is
 * @param need for whom it holds
 * @param promise the sentence that is tested
 * @param intent why anybody wants it
 */
public record ContractClause(String id, Level level, Need need, String promise, String intent) {

    /** Returns the letters of the id, as in {@code EXEC}. */
    public String group() {
        return id.substring(0, id.indexOf('-'));
    }

    /** Returns its place in the contract, for people who have the repository. */
    public String link() {
        return "docs/" + anchor();
    }

    /** Returns its place in the page itself, for whoever puts the page beside a report. */
    public String anchor() {
        return Contract.PAGE + "#" + id.toLowerCase(Locale.ROOT);
    }
}
