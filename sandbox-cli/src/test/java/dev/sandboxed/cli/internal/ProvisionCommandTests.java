package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.cli.internal.CliRunner.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** With a stand-in for apt-get that installs a program. */
@EnabledOnOs(OS.LINUX)
class ProvisionCommandTests {

    @TempDir
    Path folder;

    private StandInApt apt;
    private FakeProvider runtime;

    @BeforeEach
    void begin() throws IOException {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root may install packages");
        apt = new StandInApt(folder).fetching(1_500_000);
        runtime = apt.provider();
    }

    private Ran run(String... args) {
        return apt.cli(runtime).run(args);
    }

    @Test
    void aDryRunShowsWhatWouldBeDoneAndChangesNothing() {
        Ran ran = run("provision", "--dry-run");

        assertThat(ran.stderr()).isEmpty();
        assertThat(ran.text()).isEqualTo("""
                runtime
                  sandboxed-example from apt: example-package
                to run:   apt-get install -y --no-install-recommends example-package   (1.5 MB)
                """);
        assertThat(ran.code()).isZero();
        assertThat(apt.program()).doesNotExist();
    }

    @Test
    void whatIsMissingIsInstalledAndProvenByACommand() {
        runtime.runs(FakeSandbox.Script.exits(0)
                .printing(OutputChunk.Source.STDOUT, "proven\n".getBytes(StandardCharsets.UTF_8)));

        Ran ran = run("provision", "runtime", "--check");

        assertThat(ran.stderr()).isEmpty();
        assertThat(ran.text()).isEqualTo("""
                runtime
                  sandboxed-example from apt: example-package
                to run:   apt-get install -y --no-install-recommends example-package   (1.5 MB)
                  apt-get install -y --no-install-recommends example-package
                  installed example-package
                runtime: works, a sandbox of it has run a command
                """);
        assertThat(ran.code()).isZero();
        assertThat(runtime.made).allMatch(sandbox -> sandbox.closed);
    }

    @Test
    void theSecondTimeThereIsNothingToDo() {
        run("provision");

        assertThat(run("provision").text()).isEqualTo("""
                runtime
                  sandboxed-example is there: %s
                nothing to do
                runtime: works
                """.formatted(apt.program()));
    }

    @Test
    void aProviderThatDoesNotWorkAfterwardsIsSaidAndTheExitCodeIsOne() {
        runtime.isUnavailable("the kernel forbids it", "ask its owner");

        Ran ran = run("provision");

        assertThat(ran.text()).endsWith("runtime: does not work: the kernel forbids it\n  remedy: ask its owner\n");
        assertThat(ran.code()).isEqualTo(1);
    }

    @Test
    void whatCannotBeHadOfflineIsSaidWithItsRemedy() {
        Ran ran = run("provision", "--offline", "--dry-run");

        assertThat(ran.text()).isEqualTo("""
                runtime
                  sandboxed-example cannot be had: sandboxed-example is not in the path; the package example-package is not fetched offline
                               remedy: apt-get install -y --no-install-recommends example-package
                nothing to do
                """);
        assertThat(ran.code()).isEqualTo(1);
    }

    @Test
    void whatIsLargeIsInstalledOnlyWhenItIsNamed() throws IOException {
        apt.fetching(60_000_000);

        assertThat(run("provision", "--dry-run").text())
                .isEqualTo(
                        "runtime: left out for its size; to have it: ./sandboxed provision runtime\nnothing to do\n");
        assertThat(run("provision", "--dry-run", "runtime").text()).contains("(60.0 MB)");
    }

    @Test
    void aProviderThatThereIsNotIsNamedWithThoseThatThereAre() {
        Ran ran = run("provision", "runtimes");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.stderr())
                .startsWith("sandboxed: No provider is called 'runtimes'")
                .contains("runtime");
    }
}
