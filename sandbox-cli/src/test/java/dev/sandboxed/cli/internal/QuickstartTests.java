package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.cli.internal.CliRunner.Ran;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The demo as the script starts it: the quickstart's own tests, with the extension and the providers that are really there. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(120)
class QuickstartTests {

    @TempDir
    Path folder;

    @Test
    void theDemoRunsTheQuickstartAndTellsWhereEachTestRan() throws IOException {
        Path classes = SampleSources.compile("samples/quickstart/src/test", folder.resolve("classes"));

        Ran ran = new RealHost(folder).run("", "demo", "--classes", classes.toString());

        assertThat(ran.code()).as(ran.text()).isZero();
        assertThat(ran.stderr()).isEmpty();
        assertThat(ran.text())
                .containsPattern("(?m)^    passed +\\d+\\.\\d\\d s  \\S+ \\(\\S+\\) +a command runs in a sandbox$")
                .containsPattern("(?m)^[56] passed, 0 failed, [01] skipped in ");
        assertThat(ran.text().lines().filter(line -> line.startsWith("    passed ")))
                .hasSizeGreaterThanOrEqualTo(5)
                .allSatisfy(line ->
                        assertThat(line).containsPattern(" s  [a-z0-9-]+ \\([a-z-]+\\)(, [a-z0-9-]+ \\([a-z-]+\\))* "));
    }
}
