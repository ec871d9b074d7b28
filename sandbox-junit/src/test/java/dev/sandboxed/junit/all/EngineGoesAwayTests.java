package dev.sandboxed.junit.all;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.junit.Sandboxed;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.TestIdentifier;

/** A suite whose engine dies while one of its tests runs. */
class EngineGoesAwayTests {

    private static final Duration LONGEST = Duration.ofMinutes(3);

    /** The tests of a suite are static classes and find it here. */
    private static EngineGate gate;

    @TempDir
    Path state;

    private Map<String, String> settings = Map.of();

    /** Without the other two, which are as strong and need no engine, Docker is taken first. */
    @BeforeEach
    void reachTheEngineThroughAGate() {
        gate = EngineGate.at(state.resolve("gate.sock"));
        String none = state.resolve("none").toString();
        settings = Map.of(
                "sandbox.docker.host", gate.address(), "sandbox.runc.program", none, "sandbox.gvisor.program", none);
        settings.forEach(System::setProperty);
    }

    @AfterEach
    void removeWhatNobodyCouldClose() throws Exception {
        settings.keySet().forEach(System::clearProperty);
        if (!settings.isEmpty()) {
            gate.close();
            gate.removeLeftovers();
        }
    }

    private SuiteRun run(Class<?> suite) {
        return assertTimeoutPreemptively(LONGEST, () -> SuiteRun.of(suite, state));
    }

    @Test
    void testsThatTakeWhatWorksGoOnWithAnotherProvider() {
        SuiteRun run = run(TakesWhatWorks.class);

        assertThat(run.failures(TestIdentifier::isTest)).isEmpty();
        assertThat(run.getSummary().getTestsSucceededCount()).isEqualTo(5);
        assertThat(run.reported("sandbox.provider")).hasSize(5).startsWith("docker", "docker");
        assertThat(run.reported("sandbox.provider").subList(2, 5)).doesNotContain("docker");
        assertThatTheRunTellsWhatWasLeft(run);
    }

    @Test
    void testsThatDemandTheEngineFailAndSayWhy() {
        SuiteRun run = run(DemandsDocker.class);

        assertThat(run.getSummary().getTestsSucceededCount()).isEqualTo(2);
        assertThat(run.failures(TestIdentifier::isTest))
                .hasSize(3)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(SandboxException.class)
                        .hasMessageContaining("docker")
                        .hasMessageContaining(gate.address() + " (setting sandbox.docker.host): no such file")
                        .hasMessageContaining("remedy: start the engine"));
        assertThatTheRunTellsWhatWasLeft(run);
    }

    /** The containers are still there, and no test is to blame. */
    private static void assertThatTheRunTellsWhatWasLeft(SuiteRun run) {
        assertThat(run.failures(TestIdentifier::isContainer))
                .singleElement()
                .satisfies(failure -> assertThat(failure).rootCause().isInstanceOf(SocketException.class))
                .satisfies(failure -> assertThat(failure).cause().hasMessageContaining("Cannot remove container"));
    }

    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    abstract static class Suite {

        @Test
        @Order(1)
        void runsBefore(Sandbox sandbox) {
            works(sandbox);
        }

        @Test
        @Order(2)
        void isHit(Sandbox sandbox) {
            works(sandbox);
            gate.shut();
            assertThatThrownBy(() -> sandbox.shell("true")).isInstanceOf(SandboxException.class);
        }

        @Test
        @Order(3)
        void comesNext(Sandbox sandbox) {
            works(sandbox);
        }

        @Test
        @Order(4)
        void comesAfterThat(Sandbox sandbox) {
            works(sandbox);
        }

        @Test
        @Order(5)
        void comesLast(Sandbox sandbox) {
            works(sandbox);
        }

        private static void works(Sandbox sandbox) {
            assertThat(sandbox.shell("echo works").orThrow().stdout()).isEqualTo("works\n");
        }
    }

    @Sandboxed
    static class TakesWhatWorks extends Suite {}

    @Sandboxed(provider = "docker")
    static class DemandsDocker extends Suite {}
}
