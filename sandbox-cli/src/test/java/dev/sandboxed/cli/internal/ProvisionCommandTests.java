package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.cli.internal.CliRunner.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
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
        runtime.runs(FakeSandbox.Script.exits(0).printing("proven\n"));

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
    void anImageOfTheSettingsIsGotByTheProofWhereTheProviderCanUseOne() {
        FakeSandbox.Script proven = FakeSandbox.Script.exits(0).printing("proven\n");
        FakeProvider docker = new FakeProvider("docker", Isolation.CONTAINER, Capability.IMAGE).runs(proven);
        FakeProvider plain = new FakeProvider("subprocess", Isolation.PROCESS).runs(proven);
        CliRunner cli = apt.cli(docker, plain).environment("SANDBOX_IMAGE", "python:3.12");

        assertThat(cli.run("provision", "--dry-run").text()).isEqualTo("""
                docker: needs no program
                subprocess: needs no program
                nothing to do
                image python:3.12: comes with the first sandbox that is made from it; to have it now: ./sandboxed provision --check
                """);
        assertThat(cli.run("provision", "--check").text()).isEqualTo("""
                docker: needs no program
                subprocess: needs no program
                nothing to do
                image python:3.12: comes with the first sandbox that is made from it
                docker: works, a sandbox of it, made from python:3.12, has run a command
                subprocess: works, a sandbox of it has run a command
                """);
        assertThat(docker.made).extracting(one -> one.spec.image()).containsExactly(Optional.of("python:3.12"));
        assertThat(plain.made).extracting(one -> one.spec.image()).containsExactly(Optional.empty());
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
    void aProviderThatIsSlowTheFirstTimeIsAskedAgain() {
        AtomicInteger asked = new AtomicInteger();
        runtime.answers(() -> asked.incrementAndGet() < 4
                ? new ProviderStatus.Unavailable("it took too long", "ask again")
                : new ProviderStatus.Available("1.0", Map.of()));

        assertThat(run("provision").text()).endsWith("runtime: works\n");
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
    void whatIsUnpackedIsPlannedGotAndThereTheNextTime() {
        runtime = apt.unpacking();
        String planned = """
                machine
                  sandboxed-example-folder from apt, unpacked and not installed: sandboxed-example-folder_1
                to unpack: sandboxed-example-folder_1   (1.5 MB)
                """;

        assertThat(run("provision", "--dry-run").text()).isEqualTo(planned);
        assertThat(run("provision").text()).isEqualTo(planned + """
                  fetching http://packages.example/f.deb
                  sandboxed-example-folder sandboxed-example-folder_1 is in %s
                machine: works
                """.formatted(folder.resolve("tools/bin")));
        assertThat(run("provision").text()).contains("is there: ", "nothing to do");
    }

    @Test
    void whatIsUnpackedCountsAsLargeToo() throws IOException {
        runtime = apt.fetching(60_000_000).unpacking();

        assertThat(run("provision", "--dry-run").text()).startsWith("machine: left out for its size; to have it:");
        assertThat(run("provision", "--dry-run", "machine").text()).contains("(60.0 MB)");
    }

    @Test
    void nothingIsGotUnaskedForAProviderThatNeedsADevice() {
        runtime = apt.provider();
        FakeProvider machine = apt.unpacking();
        machine.needs(Requirement.of("/dev/null", "speed"));

        assertThat(apt.cli(runtime, machine).run("provision", "--dry-run").text())
                .isEqualTo("""
                        machine: left out, since it needs /dev/null; to have it: ./sandboxed provision machine
                        runtime
                          sandboxed-example from apt: example-package
                        to run:   apt-get install -y --no-install-recommends example-package   (1.5 MB)
                        """);
        assertThat(apt.cli(runtime, machine)
                        .run("provision", "--dry-run", "machine")
                        .text())
                .startsWith("machine: needs no program");
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
