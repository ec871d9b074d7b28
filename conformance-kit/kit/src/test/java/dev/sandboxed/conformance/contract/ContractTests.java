package dev.sandboxed.conformance.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContractTests {

    private final Contract contract = Contract.current();

    @Test
    void theClausesOfEachGroupAreNumberedFromOneWithoutAGap() {
        Map<String, List<String>> groups = contract.clauses().stream()
                .collect(Collectors.groupingBy(
                        ContractClause::group, Collectors.mapping(ContractClause::id, Collectors.toList())));

        assertThat(groups.keySet())
                .containsExactlyInAnyOrderElementsOf(contract.groups().keySet());
        assertThat(groups)
                .allSatisfy((group, ids) -> assertThat(ids)
                        .containsExactlyElementsOf(IntStream.rangeClosed(1, ids.size())
                                .mapToObj(number -> group + "-" + number)
                                .toList()));
    }

    @Test
    void theDraftsClausesAreAllThere() {
        assertThat(contract.clauses().stream()
                        .collect(Collectors.groupingBy(ContractClause::group, Collectors.counting())))
                .allSatisfy((group, count) -> assertThat(count)
                        .isGreaterThanOrEqualTo(Map.ofEntries(
                                        Map.entry("LIFE", 15L),
                                        Map.entry("EXEC", 24L),
                                        Map.entry("STREAM", 6L),
                                        Map.entry("TERM", 4L),
                                        Map.entry("FILE", 14L),
                                        Map.entry("LIMIT", 7L),
                                        Map.entry("NET", 4L),
                                        Map.entry("ISO", 9L),
                                        Map.entry("SNAP", 6L),
                                        Map.entry("PAUSE", 3L),
                                        Map.entry("HEALTH", 3L),
                                        Map.entry("REAP", 3L),
                                        Map.entry("INFO", 3L))
                                .get(group)));
    }

    @Test
    void everyCapabilityIsHeldToAClause() {
        List<Need> needs = contract.clauses().stream().map(ContractClause::need).toList();

        assertThat(Arrays.stream(Capability.values()).map(Need.Feature::new))
                .allSatisfy(feature -> assertThat(needs).contains(feature));
    }

    @Test
    void everyClauseHasAPlaceOnThePage() {
        assertThat(contract.clause("EXEC-16").link()).isEqualTo("docs/contract.md#exec-16");
    }

    @Test
    void patternsChooseClauses() {
        assertThat(contract.matching("NET-*, EXEC-2?,EXEC-1"))
                .containsExactly(
                        "NET-1", "NET-2", "NET-3", "NET-4", "NET-5", "NET-6", "NET-7", "NET-8", "NET-9", "EXEC-20",
                        "EXEC-21", "EXEC-22", "EXEC-23", "EXEC-24", "EXEC-25", "EXEC-26", "EXEC-27", "EXEC-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"EXEC-99", "exec-1", "", "EXEC-1,NOPE-*"})
    void aPatternThatChoosesNothingIsRefused(String glob) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> contract.matching(glob))
                .withMessageContaining("No clause matches")
                .withMessageContaining("EXEC-*");
    }

    @Test
    void anUnknownClauseIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> contract.clause("EXEC-0"))
                .withMessageContaining("'EXEC-0'");
    }

    @Test
    void aNeedIsMetByWhatIsDeclared() {
        Capabilities declared = Capabilities.of(Isolation.NAMESPACE, Capability.PAUSE);

        assertThat(Need.parse("PAUSE").lacking(declared)).isEmpty();
        assertThat(Need.parse("SNAPSHOT").lacking(declared)).hasValue("the provider does not declare SNAPSHOT");
        assertThat(Need.parse("FILESYSTEM+").lacking(declared)).isEmpty();
        assertThat(Need.parse("CONTAINER+").lacking(declared))
                .hasValue("the provider declares isolation NAMESPACE, the clause is for CONTAINER and above");
        assertThat(Need.parse("any LIMIT").lacking(declared)).hasValue("the provider declares no limit");
        assertThat(Need.parse("any LIMIT").lacking(Capabilities.of(Isolation.PROCESS, Capability.LIMIT_PIDS)))
                .isEmpty();
        assertThat(Need.parse("").lacking(declared)).isEmpty();
    }

    @Test
    void needsThatAreJoinedMustAllBeMet() {
        Need both = Need.parse("NETWORK_FULL and NAMESPACE+");

        assertThat(both.lacking(Capabilities.of(Isolation.CONTAINER, Capability.NETWORK_FULL)))
                .isEmpty();
        assertThat(both.lacking(Capabilities.of(Isolation.CONTAINER)))
                .hasValue("the provider does not declare NETWORK_FULL");
        assertThat(both.lacking(Capabilities.of(Isolation.PROCESS, Capability.NETWORK_FULL)))
                .hasValue("the provider declares isolation PROCESS, the clause is for NAMESPACE and above");
        assertThat(both.written()).isEqualTo("NETWORK_FULL and NAMESPACE+");
    }

    @Test
    void theDigestChangesWithAPromise() {
        String page = """
                Version 1.0
                ## TINY: a group
                | <a id="tiny-1"></a>TINY-1 | MUST | | It works. | Because. |
                """;

        assertThat(Contract.parse(page).digest())
                .isEqualTo(Contract.parse(page).digest())
                .isNotEqualTo(Contract.parse(page.replace("works", "shines")).digest())
                .startsWith("sha256:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "| <a id=\"tiny-1\"></a>TINY-2 | MUST | | It works. | Because. |",
                "| <a id=\"tiny-1\"></a>TINY-1 | MAYBE | | It works. | Because. |",
                "| <a id=\"tiny-1\"></a>TINY-1 | MUST | WINGS | It works. | Because. |",
                "| <a id=\"tiny-1\"></a>TINY-1 | MUST | It works. | Because. |"
            })
    void aRowThatIsNoneIsRefused(String row) {
        assertThatIllegalArgumentException().isThrownBy(() -> Contract.parse("Version 1.0\n" + row));
    }
}
