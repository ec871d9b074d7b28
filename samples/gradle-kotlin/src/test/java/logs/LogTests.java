package logs;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.junit.OnUnavailable;
import dev.sandboxed.junit.Sandboxed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The floor and the pool are the build's, and it keeps the files: look into build/reports/sandboxed/test/kept. */
@Sandboxed
class LogTests {

    @BeforeEach
    void write(Sandbox sandbox) {
        sandbox.files().write("app.log", "INFO up\nERROR disk\nINFO on\nERROR net\n");
    }

    @Test
    void errorsAreCounted(Sandbox sandbox) {
        assertThat(sandbox.shell("grep -c ERROR app.log > errors.txt")).succeeded();

        assertThat(sandbox).hasFile("errors.txt").withContent("2\n");
    }

    // A floor of its own: an annotation wins over the build. -Psandbox.onUnavailable=fail allows no skipping.
    @Test
    @Sandboxed(isolation = Isolation.NAMESPACE, onUnavailable = OnUnavailable.SKIP)
    void nothingButTheLogIsThere(Sandbox sandbox) {
        assertThat(sandbox).hasIsolationAtLeast(Isolation.NAMESPACE);
        assertThat(sandbox.shell("echo *")).succeeded().stdout().isEqualTo("app.log\n");
    }
}
