package dev.sandboxed.mutants.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.conformance.certificate.ClauseResult;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.conformance.contract.Contract;
import dev.sandboxed.conformance.contract.ContractClause;
import dev.sandboxed.mutants.internal.catalog.Mutants;
import dev.sandboxed.provider.local.internal.subprocess.SubprocessProviderFactory;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every mutant on the groups of the clauses that it breaks, without those clauses that never call what it has broken.
 * {@code ./sandboxed mutants} examines each on the whole contract, which takes many times as long.
 */
class MutantTests {

    private static final MutantHunt HUNT = MutantHunt.with(new SubprocessProviderFactory(), Map.of());
    private static final Coverage COVERAGE = Coverage.of(HUNT);

    @Test
    void everyClauseHasAMutant() {
        Set<String> broken = Mutants.all().stream()
                .flatMap(mutant -> mutant.breaks().keySet().stream())
                .collect(Collectors.toSet());

        assertThat(broken)
                .containsExactlyInAnyOrderElementsOf(Contract.current().clauses().stream()
                        .map(ContractClause::id)
                        .toList());
    }

    @Test
    void noTwoMutantsHaveTheSameName() {
        assertThat(Mutants.all()).extracting(Mutant::name).doesNotHaveDuplicates();
    }

    @Test
    void theWorkingProviderRaisesNoAlarmOnAnyClause() {
        assertThat(HUNT.examineWorking().clauses())
                .filteredOn(clause -> clause.outcome() == Outcome.FAILED)
                .extracting(ClauseResult::id, ClauseResult::reason)
                .isEmpty();
    }

    /** Otherwise nobody could trust it about the clauses that a mutant does not break. */
    @Test
    void theCoverageKnowsOfEveryClauseThatAMutantBreaks() {
        assertThat(Mutants.all())
                .allSatisfy(mutant -> assertThat(mutant.breaks().keySet())
                        .as(mutant.name())
                        .allMatch(clause -> COVERAGE.affects(mutant, clause)));
    }

    @ParameterizedTest
    @MethodSource("dev.sandboxed.mutants.internal.catalog.Mutants#all")
    void everyMutantFailsExactlyWhatItBreaks(Mutant mutant) {
        assertThat(HUNT.examineNearby(mutant, COVERAGE).surprises()).isEmpty();
    }
}
