package quickstart;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static java.time.Duration.ofMillis;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.junit.Sandboxed;
import org.junit.jupiter.api.Test;

/** A command that fails, or never ends, is a result to look at, not an exception. */
@Sandboxed
class TimeoutTests {

    @Test
    void aTimeoutIsAResult(Sandbox sandbox) {
        ExecResult run =
                sandbox.exec(Command.shell("echo started; while :; do :; done").timeout(ofMillis(300)));

        assertThat(run).timedOut().stdout().isEqualTo("started\n");
        // Only that command is dead; the sandbox goes on.
        assertThat(sandbox.shell("exit 3")).exitedWith(3);
    }
}
