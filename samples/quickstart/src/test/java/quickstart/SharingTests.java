package quickstart;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.junit.Sandboxed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All parameters of one test share a sandbox; an annotation on a parameter asks for one more. */
@Sandboxed
class SharingTests {

    @BeforeEach
    void prepare(Sandbox sandbox) {
        sandbox.files().write("greeting.txt", "prepared\n");
    }

    @Test
    void whatWasPreparedIsInOneSandboxAndNotInTheOther(Sandbox sandbox, @Sandboxed Sandbox other) {
        assertThat(sandbox.exec("cat", "greeting.txt")).succeeded().stdout().isEqualTo("prepared\n");
        assertThat(other).isRunning().doesNotHaveFile("greeting.txt");
    }
}
