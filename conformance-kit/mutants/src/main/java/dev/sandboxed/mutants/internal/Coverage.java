package dev.sandboxed.mutants.internal;

import dev.sandboxed.conformance.contract.Contract;
import dev.sandboxed.conformance.contract.ContractClause;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The calls that each clause makes while it examines a working provider. A mutant that answers all calls of a clause as the
 * working provider does cannot fail it, so that nobody has to examine the clause to know that it raises no false alarm.
 *
 * @param calls the calls by the id of the clause; absent where they are not known
 */
record Coverage(Map<String, List<ProviderCall>> calls) {

    /** Examines the working provider clause by clause, and notes what each calls; one that fails may have called less. */
    static Coverage of(MutantHunt hunt) {
        Map<String, List<ProviderCall>> calls = new ConcurrentHashMap<>();
        List<String> ids =
                Contract.current().clauses().stream().map(ContractClause::id).toList();
        MutantHunt.severalAtOnce(ids, id -> {
            Notes notes = new Notes();
            Verdict verdict = hunt.on(id).examine(notes.mutant());
            if (verdict.failed().isEmpty()) {
                calls.put(id, notes.calls());
            }
            return verdict;
        });
        return new Coverage(calls);
    }

    /** Returns whether a clause may make a call that a mutant answers in another way than the working provider. */
    boolean affects(Mutant mutant, String clause) {
        List<ProviderCall> made = calls.get(clause);
        return made == null || made.stream().anyMatch(mutant.affected());
    }

    /** Returns the clauses that a mutant breaks, and those of the same groups that it could break by mistake. */
    List<String> clausesNear(Mutant mutant) {
        Set<String> broken = mutant.breaks().keySet();
        Set<String> groups =
                broken.stream().map(id -> Contract.current().clause(id).group()).collect(Collectors.toSet());
        return Contract.current().clauses().stream()
                .filter(clause -> groups.contains(clause.group()))
                .map(ContractClause::id)
                .filter(id -> broken.contains(id) || affects(mutant, id))
                .toList();
    }
}
