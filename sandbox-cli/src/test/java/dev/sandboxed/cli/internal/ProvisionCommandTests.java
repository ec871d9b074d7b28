package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.provision.PackageManager;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.cli.internal.CliRunner.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** With a stand-in for apt-get that installs a program. */
@EnabledOnOs(OS.LINUX)
class ProvisionCommandTests {

    private static final String NAME = "sandboxed-example";

    @TempDir
    Path folder;

    private final FakeProvider runtime = new FakeProvider("runtime", Isolation.CONTAINER)
            .needs(Program.of(
                    NAME, "everything", new Source.Packages(Map.of(PackageManager.APT, List.of("example-package")))));

    @BeforeEach
    void begin() throws IOException {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root may install packages");
        runtime.answers(() -> Files.exists(program())
                ? new ProviderStatus.Available("1.0", Map.of())
                : new ProviderStatus.Unavailable("it is not there", "install it"));
        apt(1_500_000);
    }

    private void apt(long bytes) throws IOException {
        Path apt = Files.createDirectories(folder.resolve("bin")).resolve("apt-get");
        Files.writeString(apt, """
                #!/bin/sh
                case "$*" in
                    indextargets*) echo deb_Packages ;;
                    *--print-uris*) echo "'http://deb/e.deb' e.deb %2$d SHA256:0" ;;
                    *install*) cp /bin/true %1$s/bin/%3$s ;;
                esac
                """.formatted(folder, bytes, NAME));
        Files.setPosixFilePermissions(apt, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Path program() {
        return folder.resolve("bin/" + NAME);
    }

    private Ran run(String... args) {
        return new CliRunner(runtime)
                .environment("PATH", folder.resolve("bin") + ":/usr/bin:/bin")
                .environment("SANDBOX_TOOLS_DIR", folder.resolve("tools").toString())
                .run(args);
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
        assertThat(program()).doesNotExist();
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
                """.formatted(program()));
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
        apt(60_000_000);

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
