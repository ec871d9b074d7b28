package quickstart;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.junit.Sandboxed;
import org.junit.jupiter.api.Test;

/** One annotation, and every test has a sandbox of its own. It is gone when the test has ended. */
@Sandboxed
class HelloTests {

    @Test
    void aCommandRunsInASandbox(Sandbox sandbox) {
        assertThat(sandbox.exec("echo", "hello")).succeeded().stdout().isEqualTo("hello\n");
    }
}
