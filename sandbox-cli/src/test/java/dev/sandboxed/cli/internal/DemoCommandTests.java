package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.cli.internal.CliRunner.Ran;
import dev.sandboxed.cli.internal.demo.Fixtures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTests {

    @TempDir
    Path folder;

    private final FakeProvider docker = new FakeProvider("docker", Isolation.CONTAINER)
            .isUnavailable("no daemon answers", "systemctl start docker");
    /** The number is that of the process to look for; the rest is what the script says that got nothing. */
    private final FakeProvider subprocess = new FakeProvider("subprocess", Isolation.PROCESS)
            .runs(FakeSandbox.Script.exits(0).printing("4242\nsecret=\nprocess=\ncall=1\ntool=nc\nend\n"));

    @Test
    void providersChoiceTestsAndSummaryAreShown() throws IOException {
        Ran ran = demo(new CliRunner(subprocess, docker), Fixtures.SharingClass.class);

        assertThat(withoutTimes(ran.text())).isEqualTo("""
                The same script of an agent on every rung of the ladder: what it could do
                RUNG         ISOLATION         READ SECRET  SEE PROCESS  CALL HOME     START      EXEC  WALL
                subprocess   process           no           no           no           #.# ms    #.# ms  none
                docker       container         not here: no daemon answers
                Secret, process and port are the host's. START: the second creation; EXEC: a command, median of 5.
                No network was asked for: a sandbox has none then; a plain process cannot be refused the host's.

                The choice
                subprocess 1.0, isolation process
                It is the first in the order of choice that will do here. Passed over:
                  docker: see above
                It isolates nothing: what runs in it can read and change whatever you can.

                The tests, as they run
                  SharingClass
                    passed     #.## s  own (microvm), shared (process)  one

                1 passed, 0 failed, 0 skipped in #.## s

                Where to go next
                  samples/quickstart        copy this folder: these tests, with a Maven and a Gradle build
                  ./sandboxed doctor        every provider: what it offers, what is missing, how to mend it
                  ./sandboxed run -- CMD    one command in a fresh sandbox
                  README.md                 settings, and what each provider does not protect you from
                """);
        assertThat(ran.stderr()).isEmpty();
        assertThat(ran.code()).isZero();
        assertThat(subprocess.closed).isTrue();
    }

    @Test
    void whateverIsAbsentTheFirstScreenHasLessThan25Lines() throws IOException {
        FakeProvider[] providers = Stream.concat(
                        Stream.of("firecracker", "qemu", "gvisor", "runc", "docker", "bubblewrap", "e2b")
                                .map(name -> new FakeProvider(name, Isolation.CONTAINER)
                                        .isUnavailable(
                                                "it is\nnot there; tried this; that; " + "long ".repeat(50), "a\nb")),
                        Stream.of(subprocess))
                .toArray(FakeProvider[]::new);

        String text =
                demo(new CliRunner(providers), Fixtures.SharingClass.class).text();

        assertThat(text.lines().takeWhile(line -> !line.equals("The tests, as they run")))
                .hasSizeBetween(15, 24)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(102))
                .contains(
                        "qemu         container         not here: it is",
                        "  firecracker, qemu, gvisor, runc, docker, bubblewrap, e2b: see above");
    }

    @Test
    void moreIsToldOnRequest() throws IOException {
        docker.isUnavailable("no engine answers; tried this; that", "start one");

        String text = new CliRunner(subprocess, docker)
                .run(
                        "demo",
                        "--verbose",
                        "--classes",
                        Fixtures.folder(folder, Fixtures.SharingClass.class).toString())
                .text();

        assertThat(text)
                .startsWith("The providers of this host\nPROVIDER ")
                .contains("\n    reason: no engine answers; tried this; that\n    remedy: start one\n")
                .contains("\n  docker: no engine answers; tried this; that\n    remedy: start one\n");
    }

    @Test
    void aWallThatIsBrokenIsExitCode1() throws IOException {
        Ran ran = demo(
                new CliRunner(Boaster.plain(), new Boaster()).keepingStateIn(folder.resolve("state")),
                Fixtures.SharingClass.class);

        assertThat(ran.text())
                .containsPattern("(?m)^subprocess   process           yes          yes          yes  .* none$")
                .containsPattern("(?m)^docker       container         yes          yes          yes  .* BROKEN$")
                .contains("\n1 passed, 0 failed, 0 skipped in ");
        assertThat(ran.code()).isEqualTo(1);
    }

    @Test
    void aRungThatFailsIsToldInItsLineAndIsNoFailureOfTheDemo() throws IOException {
        FakeProvider gvisor = new FakeProvider("gvisor", Isolation.USERSPACE_KERNEL)
                .failsToCreate(new SandboxStartException(
                        Fault.of("no room; none at all").remedy("make some")));

        Ran ran = demo(new CliRunner(subprocess, gvisor), Fixtures.SharingClass.class);

        assertThat(ran.text()).contains("\ngvisor       userspace-kernel  FAILED: no room\n");
        assertThat(ran.code()).isZero();
    }

    @Test
    void aFailureIsExitCode1() throws IOException {
        Ran ran = demo(new CliRunner(subprocess), Fixtures.Mixed.class);

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.text()).contains("\n0 passed, 2 failed, 2 skipped in ");
    }

    @Test
    void noTestAtAllIsExitCode1() throws IOException {
        Ran ran = demo(new CliRunner(subprocess));

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.text()).contains("\nNo test was found.\n");
    }

    @Test
    void aProviderWithoutRivalsIsSimplyTheFirst() throws IOException {
        Ran ran = demo(new CliRunner(new FakeProvider("docker", Isolation.CONTAINER)), Fixtures.SharingClass.class);

        assertThat(ran.text()).contains("""

                The choice
                docker 1.0, isolation container
                It is the first in the order of choice, and it works here.

                The tests""");
    }

    @Test
    void whatIsMissingIsGotFirst() throws IOException {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root may install packages");
        StandInApt apt = new StandInApt(folder.resolve("apt")).fetching(1_500_000);

        Ran ran = demo(apt.cli(apt.provider()), Fixtures.SharingClass.class);

        assertThat(ran.text()).startsWith("""
                What is missing here
                to run:   apt-get install -y --no-install-recommends example-package   (1.5 MB)
                  apt-get install -y --no-install-recommends example-package
                  installed example-package

                The same script of an agent on every rung of the ladder: what it could do
                """);
    }

    @Test
    void whatMayNotBeInstalledIsSaidAndTheRestIsShown() throws IOException {
        StandInApt apt = new StandInApt(folder.resolve("apt")).fetching(1_500_000);

        Ran ran = apt.cli(apt.provider(), subprocess)
                .run(
                        "demo",
                        "--offline",
                        "--classes",
                        Fixtures.folder(folder, Fixtures.SharingClass.class).toString());

        assertThat(ran.text())
                .startsWith("Programs are missing that are not installed now. To have more: ./sandboxed provision, as"
                        + " root\nThe same script ")
                .contains("\n1 passed, 0 failed, 0 skipped in ");
        assertThat(apt.program()).doesNotExist();
    }

    @Test
    void aProviderThatTheSettingsNameIsToldAsSuch() throws IOException {
        Ran ran = demo(
                new CliRunner(subprocess, new FakeProvider("gvisor", Isolation.USERSPACE_KERNEL))
                        .environment("SANDBOX_PROVIDER", "subprocess"),
                Fixtures.SharingClass.class);

        assertThat(ran.text())
                .contains("\nsubprocess 1.0, isolation process\nThe settings name it, so no other was considered.\n");
    }

    @Test
    void withoutAProviderThatWillDoTheReasonsAreToldAndTheTestsRunAllTheSame() throws IOException {
        Ran ran = demo(
                new CliRunner(subprocess, docker).environment("SANDBOX_ISOLATION", "container"),
                Fixtures.SharingClass.class);

        assertThat(ran.text())
                .contains(
                        "\nNo provider for isolation container or stronger:\n  docker: see above\n  subprocess: its isolation")
                .contains("\n1 passed, 0 failed, 0 skipped in ");
    }

    @Test
    void aFolderThatDoesNotExistIsExitCode2() {
        Ran ran = new CliRunner(subprocess).run("demo", "--classes", "/no/such");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.stderr())
                .isEqualTo("sandboxed: Invalid value for option '--classes': '/no/such' is not a directory; name one"
                        + " that holds compiled tests\n  remedy: see 'sandboxed demo --help'\n");
        assertThat(ran.text()).isEmpty();
    }

    private Ran demo(CliRunner cli, Class<?>... fixtures) throws IOException {
        return cli.run("demo", "--classes", Fixtures.folder(folder, fixtures).toString());
    }

    private static String withoutTimes(String text) {
        return text.replaceAll("\\d+\\.\\d\\d s", "#.## s").replaceAll("\\d\\.\\d ms", "#.# ms");
    }
}
