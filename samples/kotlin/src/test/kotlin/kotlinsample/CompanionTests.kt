package kotlinsample

import dev.sandboxed.api.Sandbox
import dev.sandboxed.api.spec.SandboxSpec
import dev.sandboxed.api.spec.Secret
import dev.sandboxed.assertions.SandboxAssertions.assertThat
import dev.sandboxed.junit.Sandboxed
import org.junit.jupiter.api.Test

/** Methods that annotations name are static: in the companion object, with @JvmStatic. */
class CompanionTests {

    @Test
    @Sandboxed(from = "install")
    fun `begins with a copy of what was prepared`(sandbox: Sandbox) {
        assertThat(sandbox.exec("sh", "answer.sh")).stdout().isEqualTo("42\n")
    }

    @Test
    @Sandboxed(spec = "withAKey")
    fun `has what the spec says`(sandbox: Sandbox) {
        assertThat(sandbox.shell("test \"\$TOKEN\" = s3cret")).succeeded()
    }

    companion object {
        @JvmStatic
        fun install(sandbox: Sandbox) {
            sandbox.files().write("answer.sh", "echo 42\n")
        }

        @JvmStatic
        fun withAKey(): SandboxSpec = SandboxSpec.builder().secret("TOKEN", Secret.of("s3cret")).build()
    }
}
