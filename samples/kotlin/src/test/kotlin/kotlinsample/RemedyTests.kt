package kotlinsample

import dev.sandboxed.api.Sandbox
import dev.sandboxed.junit.Sandboxed
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.platform.engine.discovery.DiscoverySelectors.selectClass
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder
import org.junit.platform.launcher.core.LauncherFactory
import org.junit.platform.launcher.listeners.SummaryGeneratingListener

/** What somebody is told who comes from Java, or forgets an annotation. Not for your own build. */
class RemedyTests {

    @Test
    fun `a val is to become a lateinit var`() {
        assertThat(refusalOf(WithVal::class.java)).contains("WithVal.sandbox is final; declare it as lateinit var")
    }

    @Test
    fun `a spec comes from a static method of the companion object`() {
        assertThat(refusalOf(WithSpec::class.java)).endsWith("write @JvmStatic fun narrow(): SandboxSpec in its companion object")
    }

    @Test
    fun `a preparation is a static method of the companion object`() {
        assertThat(refusalOf(WithPreparation::class.java))
            .endsWith("write @JvmStatic fun install(sandbox: Sandbox) { … } in its companion object")
    }

    private fun refusalOf(tests: Class<*>): String? {
        val summary = SummaryGeneratingListener()
        LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests)).build(), summary)
        return summary.summary.failures.single().exception.message
    }

    // Their names end in no word that a build looks for.
    class WithVal {
        @Sandboxed
        val sandbox: Sandbox? = null

        @Test
        fun test() = Unit
    }

    @Sandboxed(spec = "narrow")
    class WithSpec {
        @Test
        fun test(sandbox: Sandbox) = sandbox.close()
    }

    @Sandboxed(from = "install")
    class WithPreparation {
        @Test
        fun test(sandbox: Sandbox) = sandbox.close()
    }
}
