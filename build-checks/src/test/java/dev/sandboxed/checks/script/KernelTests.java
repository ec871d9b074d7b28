package dev.sandboxed.checks.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sandboxed.checks.script.Workshop.Ran;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where the kernel of the tests' virtual machines comes from. */
@Timeout(60)
class KernelTests {

    private static final Map<String, String> NONE = Map.of("SANDBOX_TEST_KERNEL", "");

    @TempDir
    Path folder;

    private Workshop workshop;

    @BeforeEach
    void setUp() throws Exception {
        assumeThat(Path.of("/etc/debian_version")).exists();
        workshop = Workshop.in(folder);
        workshop.program("dpkg", "echo amd64");
        workshop.program("apt-cache", "echo '  Depends: linux-image-6.1.0-9-cloud-amd64'");
        workshop.program("apt-get", "if [ \"$1\" = download ]; then touch \"$2.deb\"; fi");
        workshop.program("dpkg-deb", "mkdir boot && touch boot/vmlinuz-9");
        workshop.program("mvn", "echo \"kernel $SANDBOX_TEST_KERNEL\" >>\"$WORK/notes\"");
    }

    @Test
    void theNewestOfDebianIsUnpackedOnceAndNotInstalled() throws Exception {
        workshop.run(NONE, "test");
        Ran second = workshop.run(NONE, "test");

        Path kernel = folder.resolve("target/sandboxed/kernel");
        assertThat(kernel.resolve("boot/vmlinuz-9")).exists();
        assertThat(kernel).isDirectoryNotContaining("glob:**.deb");
        assertThat(second.calls("apt-get")).containsExactly("apt-get download linux-image-6.1.0-9-cloud-amd64");
        assertThat(second.calls("kernel")).isNotEmpty().containsOnly("kernel " + kernel);
    }

    @Test
    void theTestsGoOnWithoutOneThatCannotBeFetched() throws Exception {
        workshop.program("apt-get", "echo no network; exit 100");

        Ran ran = workshop.run(NONE, "test");

        assertThat(ran.stderr())
                .contains("no kernel for virtual machines could be fetched; what needs one is skipped")
                .contains("no network");
        assertThat(ran.calls("kernel")).isNotEmpty().containsOnly("kernel ");
    }

    @Test
    void theOneThatIsNamedIsTaken() throws Exception {
        Ran ran = workshop.run(Map.of("SANDBOX_TEST_KERNEL", "/my/kernel"), "test");

        assertThat(ran.calls("kernel")).isNotEmpty().containsOnly("kernel /my/kernel");
        assertThat(ran.calls("apt-get")).isEmpty();
    }
}
