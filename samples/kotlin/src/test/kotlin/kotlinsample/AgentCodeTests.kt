package kotlinsample

import dev.sandboxed.api.Sandbox
import dev.sandboxed.api.code.Code
import dev.sandboxed.api.code.Verdict
import dev.sandboxed.api.exec.Command
import dev.sandboxed.api.exec.Signal
import dev.sandboxed.assertions.SandboxAssertions.assertThat
import dev.sandboxed.junit.SandboxMatrix
import dev.sandboxed.junit.Sandboxed
import dev.sandboxed.junit.Seed
import java.time.Duration
import kotlin.jvm.optionals.getOrNull
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** Code of an agent, on one provider and on several. */
@Sandboxed(provider = "subprocess")
class AgentCodeTests {

    @Test
    fun `an answer is judged`(sandbox: Sandbox) {
        val answer = """
            import sys
            print(sum(int(line) for line in sys.stdin))
        """.trimIndent()
        val run = sandbox.run(Code.python(answer).stdin("19\n23\n").expecting("42"))
        assertThat(run).passed().changedNothing()

        val wrong = sandbox.run(Code.python("print(41)").expecting("42"))
        assertThat(wrong).hasVerdict(Verdict.WRONG_ANSWER)
    }

    @SandboxMatrix(providers = ["subprocess", "bubblewrap"])
    @Sandboxed(seed = [Seed(path = "numbers.txt", text = "2\n1\n")])
    fun `sorts on every provider`(sandbox: Sandbox) {
        assertThat(sandbox.exec("sort", "numbers.txt")).stdout().isEqualTo("1\n2\n")
    }

    @Test
    fun `what may be absent is an Optional, and nothing is null`(sandbox: Sandbox) {
        val killed = sandbox.exec(Command.shell("kill -9 $$").timeout(Duration.ofSeconds(5)))
        val signal: Signal? = killed.signal().getOrNull()
        val printed: String = killed.stdout()
        assertThat(signal).isEqualTo(Signal.KILL)
        assertThat(printed).isEmpty()
    }
}
