package migration;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.junit.OnUnavailable;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Seed;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** A script that changes a file, and must change it once. What it leaves is kept: look into target/sandboxes-kept. */
@Sandboxed(seed = @Seed(path = "migrate.sh", text = "grep -qs '^version=2$' app.conf || echo version=2 >> app.conf\n"))
class MigrationTests {

    @Test
    void theSecondRunChangesNothing(Sandbox sandbox) {
        assertThat(sandbox.exec("sh", "migrate.sh")).succeeded();
        assertThat(sandbox.exec("sh", "migrate.sh")).succeeded();

        assertThat(sandbox).hasFile("app.conf").withContent("version=2\n");
    }

    // A floor of its own: an annotation wins over the build. -Dsandbox.onUnavailable=fail allows no skipping.
    @Test
    @Sandboxed(isolation = Isolation.NAMESPACE, onUnavailable = OnUnavailable.SKIP)
    void itRunsBehindAWallOrIsSkippedWithTheReason(Sandbox sandbox) {
        assertThat(sandbox).hasIsolationAtLeast(Isolation.NAMESPACE);
        assertThat(sandbox.exec("sh", "migrate.sh")).succeeded();
    }

    @Test
    void theFloorOfTheBuildHolds(Sandbox sandbox) {
        String floor = System.getProperty("sandbox.isolation").toUpperCase(Locale.ROOT);

        assertThat(sandbox).hasIsolationAtLeast(Isolation.valueOf(floor.replace('-', '_')));
    }
}
