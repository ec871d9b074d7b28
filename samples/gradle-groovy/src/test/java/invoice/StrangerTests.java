package invoice;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.junit.OnUnavailable;
import dev.sandboxed.junit.Sandboxed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A floor of its own: an annotation wins over the build. -Psandbox.onUnavailable=fail allows no skipping. */
@Sandboxed(isolation = Isolation.NAMESPACE, onUnavailable = OnUnavailable.SKIP)
class StrangerTests {

    @Test
    void aStrangersScriptFindsNoFileOfTheHost(Sandbox sandbox, @TempDir Path host) throws IOException {
        Path secret = Files.writeString(host.resolve("secret.txt"), "of the host");

        assertThat(sandbox.exec("cat", secret.toString())).exitedWith(1);
    }
}
