package quickstart;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.junit.OnUnavailable;
import dev.sandboxed.junit.Sandboxed;
import org.junit.jupiter.api.Test;

/** Code that nobody has read: a floor for the isolation, and a limit for the time. */
class AgentCodeTests {

    /** What an agent answered to "write a shell script that adds up the numbers it reads". */
    private static final String AGENT_ANSWER = """
            total=0
            while read -r number; do
                total=$((total + number))
            done
            echo "$total"
            """;

    // PROCESS lets this run everywhere, and protects from accidents only. For code that you do not trust raise it to
    // CONTAINER or MICROVM: no weaker provider is taken then, whatever the host has.
    @Test
    @Sandboxed(isolation = Isolation.PROCESS, timeout = "5s")
    void agentScriptAddsUpWhatItReads(Sandbox sandbox) {
        assertThat(runIn(sandbox)).succeeded().stdout().isEqualTo("42\n");
    }

    // Without onUnavailable this fails where no provider is strong enough. With it, it is skipped and says why.
    @Test
    @Sandboxed(isolation = Isolation.CONTAINER, timeout = "5s", onUnavailable = OnUnavailable.SKIP)
    void agentScriptRunsBehindAWallOrIsSkippedWithTheReason(Sandbox sandbox) {
        assertThat(sandbox).hasIsolationAtLeast(Isolation.CONTAINER);
        assertThat(runIn(sandbox)).succeeded().stdout().isEqualTo("42\n");
    }

    private static ExecResult runIn(Sandbox sandbox) {
        sandbox.files().write("sum.sh", AGENT_ANSWER);
        return sandbox.exec(Command.of("sh", "sum.sh").stdin("19\n23\n"));
    }
}
