package kotlinsample

import dev.sandboxed.api.Sandbox
import dev.sandboxed.assertions.SandboxAssertions.assertThat
import dev.sandboxed.junit.Sandboxed
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource

/** Sandboxes as parameters. */
@Sandboxed(timeout = "20s")
class HelloTests {

    @BeforeEach
    fun prepare(sandbox: Sandbox) {
        sandbox.files().write("greeting.txt", "hello\n")
    }

    @Test
    fun `a command runs in a sandbox`(sandbox: Sandbox) {
        assertThat(sandbox.exec("cat", "greeting.txt")).succeeded().stdout().isEqualTo("hello\n")
    }

    @Test
    fun `an annotated parameter has a sandbox of its own`(sandbox: Sandbox, @Sandboxed other: Sandbox) {
        assertThat(sandbox).hasFile("greeting.txt")
        assertThat(other).doesNotHaveFile("greeting.txt")
    }

    @ParameterizedTest
    @ValueSource(strings = ["pear", "plum"])
    fun `arguments come first`(fruit: String, sandbox: Sandbox) {
        assertThat(sandbox.shell("echo $fruit >> greeting.txt; tail -n 1 greeting.txt")).stdout().isEqualTo("$fruit\n")
    }
}
