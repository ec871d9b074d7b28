package dev.sandboxed.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.contract.Contract;
import dev.sandboxed.conformance.contract.ContractClause;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.AnnotationSupport;

class ProviderConformanceTests {

    private static final List<Method> TESTS = Arrays.stream(ProviderConformance.class.getMethods())
            .filter(method -> AnnotationSupport.isAnnotated(method, Test.class))
            .toList();

    @Test
    void everyClauseHasATest() {
        Set<String> tested = TESTS.stream()
                .map(test -> test.getAnnotation(Clause.class).value())
                .collect(Collectors.toSet());
        Set<String> testable =
                Contract.current().clauses().stream().map(ContractClause::id).collect(Collectors.toSet());

        assertThat(tested).isEqualTo(testable);
    }

    @Test
    void everyTestIsNamedByItsClause() throws ReflectiveOperationException {
        Method test = ProviderConformance.class.getMethod(
                "exitCodesComeBackUnchanged", dev.sandboxed.conformance.internal.trial.Trial.class);

        assertThat(new ClauseNames().generateDisplayNameForMethod(List.of(), ProviderConformance.class, test))
                .isEqualTo("EXEC-4 exit codes come back unchanged");
    }
}
