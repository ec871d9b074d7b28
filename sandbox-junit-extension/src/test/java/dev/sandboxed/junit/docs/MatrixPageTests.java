package dev.sandboxed.junit.docs;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.junit.EnabledIfSandbox;
import dev.sandboxed.junit.SandboxMatrix;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Suite;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;

/** The snippets of docs/matrix.md, and what the page says of them. */
class MatrixPageTests {

    @SandboxMatrix(providers = {"subprocess", "bubblewrap"})
    @Sandboxed(timeout = "20s")
    void sortsEverywhere(Sandbox sandbox) {
        assertThat(sandbox.shell("printf '2\\n1\\n' | sort")).stdout().isEqualTo("1\n2\n");
    }

    @Nested
    @SandboxMatrix(providers = {"subprocess", "bubblewrap"})
    class ArchiveTests {

        @Test
        void packs(Sandbox sandbox) {
            assertThat(sandbox.shell("echo a > a.txt && tar -cf a.tar a.txt")).succeeded();
        }

        @Test
        void lists(Sandbox sandbox) {
            assertThat(sandbox.shell("echo a > a.txt && tar -cf a.tar a.txt && tar -tf a.tar"))
                    .stdout()
                    .isEqualTo("a.txt\n");
        }
    }

    @Test
    @EnabledIfSandbox(isolation = Isolation.NAMESPACE, capability = Capability.NETWORK_NONE)
    @Sandboxed(isolation = Isolation.NAMESPACE)
    void seesNoProcessOfTheHost(Sandbox sandbox) {
        long own = ProcessHandle.current().pid();
        assertThat(sandbox.shell("cat /proc/" + own + "/cmdline")).stdout().doesNotContain("java");
    }

    @Test
    void whatCannotBeHadIsSkippedOrFails(@TempDir Path state) {
        EngineExecutionResults skipped = new Suite(state).run(ImageSuite.class);
        EngineExecutionResults failed =
                new Suite(state).with("sandbox.onUnavailable", "fail").run(ImageSuite.class);

        assertThat(skipped.allEvents().skipped().count()).isEqualTo(1);
        assertThat(Suite.failures(skipped)).isEmpty();
        assertThat(Suite.failures(failed)).singleElement().asString().contains("IMAGE");
    }

    static class ImageSuite {

        @SandboxMatrix(providers = "subprocess", images = "/srv/images/tools")
        void needsAnImage(Sandbox sandbox) {
            assertThat(sandbox).isRunning();
        }
    }
}
