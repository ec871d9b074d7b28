package dev.sandboxed.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;

class UnavailableTests {

    /** The hosts of tests differ in what else they have, which comes in between. */
    private static final String REASONS = "No provider for isolation microvm:\n(  - .*\n)*"
            + "  - subprocess: its isolation process is below the floor microvm \\(remedy: accept less with isolation"
            + " process, if what runs inside may be trusted that far\\)\n"
            + "  - counting: its isolation process is below the floor microvm \\(remedy: accept less with isolation"
            + " process, if what runs inside may be trusted that far\\)";

    @TempDir
    Path state;

    @Test
    void testFailsWithEveryReasonWhenNoProviderIsStrongEnough() {
        EngineExecutionResults results = new Suite(state).run(Demanding.class);
        assertThat(Suite.failures(results)).singleElement().asString().matches(REASONS);
    }

    @Test
    void testIsSkippedWithEveryReasonWhenAskedTo() {
        EngineExecutionResults results = new Suite(state).run(Lenient.class);
        assertThat(Suite.failures(results)).isEmpty();
        assertThat(Suite.aborted(results))
                .singleElement()
                .asString()
                .matches("No sandbox for Lenient.test\\(\\)\\. " + REASONS);
    }

    @Test
    void whoeverRunsTheTestsCanForbidSkips() {
        EngineExecutionResults results =
                new Suite(state).with("sandbox.onUnavailable", "FAIL").run(Lenient.class);
        assertThat(Suite.failures(results)).singleElement().asString().matches(REASONS);
    }

    @Test
    void parametersOfTheRunFillInWhatTheAnnotationLeavesOpen() {
        EngineExecutionResults results =
                new Suite(state).with("sandbox.isolation", "microvm").run(Undemanding.class);
        assertThat(Suite.failures(results)).singleElement().asString().matches(REASONS);
        assertThat(Suite.succeeded(new Suite(state).run(Undemanding.class))).isEqualTo(1);
    }

    @Test
    void namedProviderNeverFallsBack() {
        EngineExecutionResults results = new Suite(state).run(Named.class);
        assertThat(Suite.failures(results))
                .containsExactly("it only counts [provider counting]\n  remedy: use another one");
    }

    @Sandboxed(isolation = Isolation.MICROVM)
    static class Demanding extends OneTest {}

    @Sandboxed(isolation = Isolation.MICROVM, onUnavailable = OnUnavailable.SKIP)
    static class Lenient {
        @Test
        void test(Sandbox sandbox) {
            assertThat(sandbox.exec("true").succeeded()).isTrue();
        }
    }

    @Sandboxed
    static class Undemanding extends OneTest {}

    @Sandboxed(provider = "counting")
    static class Named extends OneTest {}

    abstract static class OneTest {
        @Test
        void test(Sandbox sandbox) {
            assertThat(sandbox.exec("true").succeeded()).isTrue();
        }
    }
}
