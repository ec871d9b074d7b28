package dev.sandboxed.junit.inside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sandboxed.junit.InsideSandbox;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Suite;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;

class ResultTests {

    @TempDir
    Path state;

    @Test
    void aTestPassesAndAnotherFailsInAnotherJvm() {
        EngineExecutionResults results = new Suite(state).run(Plain.class);

        assertThat(Suite.failures(results)).containsExactly("expected: <a> but was: <b>");
        assertThat(Suite.succeeded(results)).isEqualTo(1);
    }

    @InsideSandbox
    @Sandboxed(provider = "subprocess")
    static class Plain {
        @Test
        void passes() {
            assertThat(ProcessHandle.current().pid()).isNotEqualTo(0);
        }

        @Test
        void fails() {
            assertEquals("a", "b");
        }
    }
}
