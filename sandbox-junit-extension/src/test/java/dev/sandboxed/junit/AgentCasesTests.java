package dev.sandboxed.junit;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.code.AgentCase;
import dev.sandboxed.api.code.Code;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;

class AgentCasesTests {

    @TempDir
    Path state;

    @Test
    void aTestIsRunForEachCaseOfAFolder() {
        EngineExecutionResults results = new Suite(state).run(Sorting.class);
        assertThat(Suite.failures(results)).isEmpty();
        assertThat(results.testEvents().succeeded().stream()
                        .map(event -> event.getTestDescriptor().getDisplayName())
                        .toList())
                .contains("[1] nothing", "[2] three")
                .hasSize(4);
    }

    @Test
    void aFolderThatIsNotThereAndHalfACaseFailTheTest() {
        EngineExecutionResults results = new Suite(state).run(Wrong.class);
        assertThat(Suite.failures(results))
                .hasSize(2)
                .anyMatch(message ->
                        message.contains("@AgentCases(\"agent-cases/absent\")") && message.contains("neither at"))
                .anyMatch(message -> message.contains("lonely.out is missing"));
    }

    @Sandboxed(provider = "subprocess")
    static class Sorting {

        @AgentCases("agent-cases/sorting")
        void fromAnAnnotation(AgentCase agentCase, Sandbox sandbox) {
            assertThat(sandbox.run(Code.shell("sort").on(agentCase))).passed();
        }

        @ParameterizedTest
        @MethodSource("cases")
        void fromAMethod(AgentCase agentCase, Sandbox sandbox) {
            assertThat(sandbox.run(Code.shell("sort").on(agentCase))).passed();
        }

        static List<AgentCase> cases() {
            return AgentCase.in(Path.of("src/test/resources/agent-cases/sorting"));
        }
    }

    @Sandboxed(provider = "subprocess")
    static class Wrong {

        @AgentCases("agent-cases/absent")
        void absent(AgentCase agentCase) {
            assertThat(agentCase).isNotNull();
        }

        @AgentCases("agent-cases/half")
        void half(AgentCase agentCase) {
            assertThat(agentCase).isNotNull();
        }
    }
}
