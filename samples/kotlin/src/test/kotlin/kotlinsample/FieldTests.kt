package kotlinsample

import dev.sandboxed.api.Sandbox
import dev.sandboxed.assertions.SandboxAssertions.assertThat
import dev.sandboxed.junit.Sandboxed
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** Sandboxes as properties. */
class FieldTests {

    @Sandboxed
    lateinit var ofEachTest: Sandbox

    @Test
    fun `each test has its own`() {
        assertThat(ofEachTest).isRunning().doesNotHaveFile("notes.txt")
        ofEachTest.files().write("notes.txt", "mine")
    }

    @Test
    fun `the class has one for all`() {
        assertThat(ofEachTest).isRunning().doesNotHaveFile("notes.txt")
        ofEachTest.files().write("notes.txt", "mine")
        assertThat(ofTheClass).isRunning()
        assertThat(ofTheClass.id()).isNotEqualTo(ofEachTest.id())
    }

    companion object {
        @Sandboxed
        lateinit var ofTheClass: Sandbox
    }
}
