package dev.sandboxed.mutants.internal;

import dev.sandboxed.conformance.contract.Contract;
import dev.sandboxed.conformance.contract.ContractClause;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who catches whom: the clauses of the contract against the mutants that were examined.
 *
 * @param verdicts what was found out about each mutant
 */
public record MutationTable(List<Verdict> verdicts) {

    public MutationTable {
        verdicts = List.copyOf(verdicts);
    }

    /** Returns the names of the mutants that fail a clause. */
    public List<String> caughtBy(String clause) {
        return verdicts.stream()
                .filter(verdict -> verdict.failed().containsKey(clause))
                .map(verdict -> verdict.mutant().name())
                .toList();
    }

    /** Returns the clauses that no mutant fails: nobody knows whether their tests can fail. */
    public List<String> idleClauses() {
        return Contract.current().clauses().stream()
                .map(ContractClause::id)
                .filter(id -> caughtBy(id).isEmpty())
                .toList();
    }

    /** Returns everything that is not as the mutants say. */
    public List<String> surprises() {
        return verdicts.stream()
                .flatMap(verdict -> verdict.surprises().stream())
                .toList();
    }

    /** Returns a line for each clause, with the mutants that it catches. */
    public List<String> lines() {
        return Contract.current().clauses().stream().map(this::line).toList();
    }

    private String line(ContractClause clause) {
        List<String> mutants = caughtBy(clause.id());
        String who = mutants.isEmpty() ? "NO MUTANT" : String.join(", ", mutants);
        return String.format("%-10s %s", clause.id(), who);
    }

    /** Returns the whole table with comma-separated values: a row for each clause, a column for each mutant. */
    public List<String> csv() {
        String head = Stream.concat(
                        Stream.of("clause"),
                        verdicts.stream().map(verdict -> verdict.mutant().name()))
                .collect(Collectors.joining(","));
        Stream<String> rows = Contract.current().clauses().stream()
                .map(clause -> Stream.concat(Stream.of(clause.id()), cells(clause.id()))
                        .collect(Collectors.joining(",")));
        return Stream.concat(Stream.of(head), rows).toList();
    }

    private Stream<String> cells(String clause) {
        return verdicts.stream().map(verdict -> verdict.failed().containsKey(clause) ? "caught" : "");
    }
}
