package dev.sandboxed.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.ClauseResult;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

class ConformanceTests {

    private final List<String> skipped = new ArrayList<>();
    private final List<String> told = new ArrayList<>();

    @Test
    void onlyTheTestsOfTheSelectedClausesAreRun() {
        Certificate certificate = examine("LIFE-1");

        assertThat(told).containsExactly("LIFE-1");
        assertThat(certificate.clauses())
                .filteredOn(clause -> clause.outcome() == Outcome.PASSED)
                .extracting(ClauseResult::id)
                .containsExactly("LIFE-1");
    }

    @Test
    void aListenerHearsOfTheTestsThatAreLeftOut() {
        examine("LIFE-1", new TestExecutionListener() {
            @Override
            public void executionSkipped(TestIdentifier test, String reason) {
                skipped.add(test.getDisplayName());
            }
        });

        assertThat(skipped)
                .contains("EXEC-4 exit codes come back unchanged")
                .noneMatch(test -> test.startsWith("LIFE-1 "));
    }

    private Certificate examine(String clauses, TestExecutionListener... listeners) {
        return Conformance.examine(
                new MockFactory(),
                ExaminationSettings.DEFAULT.withClauses(clauses),
                result -> told.add(result.id()),
                listeners);
    }

    private static final class MockFactory implements SandboxProviderFactory {
        @Override
        public String name() {
            return "mock";
        }

        @Override
        public int apiVersion() {
            return ApiVersion.CURRENT;
        }

        @Override
        public SandboxProvider open(ProviderContext context) {
            return MockSandboxProvider.builder().context(context).build();
        }
    }
}
