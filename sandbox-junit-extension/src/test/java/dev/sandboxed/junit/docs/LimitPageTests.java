package dev.sandboxed.junit.docs;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.junit.EnabledIfSandbox;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Suite;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of docs/limit.md. */
class LimitPageTests {

    @Test
    @Sandboxed(timeout = "500ms")
    void nothingRunsForever(Sandbox sandbox) {
        assertThat(sandbox.shell("while :; do :; done")).timedOut();
        assertThat(sandbox.exec(Command.of("sleep", "1").timeout(Duration.ofSeconds(10))))
                .succeeded();
    }

    @Test
    @EnabledIfSandbox(capability = Capability.LIMIT_MEMORY)
    @Sandboxed(memory = "64m")
    void aHogIsKilledForLackOfMemory(Sandbox sandbox) {
        ExecResult run = sandbox.shell("head -c 300m /dev/zero | tail");
        assertThat(run).failed().ranOutOfMemory();
    }

    @Test
    @EnabledIfSandbox(capability = Capability.LIMIT_PIDS)
    @Sandboxed(processes = 16)
    void aForkBombIsShort(Sandbox sandbox) {
        ExecResult run = sandbox.shell("for i in $(seq 100); do sleep 5 & done; wait");
        assertThat(run).stderr().containsIgnoringCase("fork");
    }

    @Test
    @EnabledIfSandbox(capability = Capability.LIMIT_DISK)
    @Sandboxed(disk = "32m")
    void aDiskFillsUp(Sandbox sandbox) {
        assertThat(sandbox.shell("head -c 200m /dev/zero > big")).ranOutOfDisk();
    }

    @Test
    @Sandboxed
    void outputIsCutAndCounted(Sandbox sandbox) {
        ExecResult run = sandbox.exec(Command.shell("yes | head -c 5000000").outputLimit(DataSize.ofKibibytes(64)));
        assertThat(run).succeeded().isTruncated();
        assertThat(run.stdout()).hasSize(64 * 1024);
    }

    @Test
    @EnabledIfSandbox(capability = Capability.NETWORK_NONE)
    @Sandboxed(network = Network.NONE)
    void reachesNobody(Sandbox sandbox) {
        assertThat(sandbox.shell("cat /proc/net/route | wc -l")).stdout().isEqualTo("1\n");
    }

    @Test
    @EnabledIfSandbox(capability = Capability.READ_ONLY_ROOT)
    @Sandboxed(readOnlyRoot = true)
    void onlyTheWorkdirCanBeWritten(Sandbox sandbox) {
        assertThat(sandbox.shell("echo mine > notes.txt && echo more > /tmp/notes.txt"))
                .succeeded();
        assertThat(sandbox.shell("echo harm > /usr/harm")).failed().stderr().contains("Read-only");
    }

    @Test
    void aLimitThatNobodyEnforcesIsRefused(@TempDir Path state) {
        assertThat(Suite.failures(new Suite(state).run(RefusedSuite.class)))
                .singleElement()
                .asString()
                .contains("LIMIT_MEMORY");
    }

    static class RefusedSuite {

        @Test
        @Sandboxed(provider = "subprocess", memory = "64m")
        void nobodyHoldsTheLimit(Sandbox sandbox) {
            assertThat(sandbox).isRunning();
        }
    }
}
