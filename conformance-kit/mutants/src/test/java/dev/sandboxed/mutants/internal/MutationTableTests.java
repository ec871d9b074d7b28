package dev.sandboxed.mutants.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.conformance.contract.Contract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MutationTableTests {

    private final Mutant mutant =
            Mutant.mutant("drops-stderr", "EXEC-8", "stderr").build();

    @Test
    void aMutantThatFailsWhatItBreaksIsNoSurprise() {
        assertThat(verdict(Map.of("EXEC-8", "nothing came on stderr")).surprises())
                .isEmpty();
    }

    @Test
    void aMutantThatSurvivesIsOne() {
        assertThat(verdict(Map.of()).surprises()).containsExactly("drops-stderr survives EXEC-8");
    }

    @Test
    void soIsAMessageThatDoesNotNameTheFault() {
        assertThat(verdict(Map.of("EXEC-8", "expected: <a> but was: <>")).surprises())
                .containsExactly("drops-stderr fails EXEC-8 without the words 'stderr': expected: <a> but was: <>");
    }

    @Test
    void soIsAClauseThatItDoesNotBreak() {
        assertThat(verdict(Map.of("EXEC-8", "stderr", "FILE-1", "bytes differ")).surprises())
                .containsExactly("drops-stderr fails FILE-1, which it does not break: bytes differ");
    }

    @Test
    void theTableShowsWhoIsCaughtAndWhichClausesAreIdle() {
        MutationTable table = new MutationTable(List.of(verdict(Map.of("EXEC-8", "stderr"))));

        assertThat(table.lines()).contains("EXEC-8     drops-stderr", "EXEC-9     NO MUTANT");
        assertThat(table.idleClauses())
                .contains("EXEC-9")
                .doesNotContain("EXEC-8")
                .hasSize(Contract.current().clauses().size() - 1);
        assertThat(table.csv()).startsWith("clause,drops-stderr", "LIFE-1,").contains("EXEC-8,caught");
    }

    private Verdict verdict(Map<String, String> failed) {
        return new Verdict(mutant, failed, List.of());
    }
}
