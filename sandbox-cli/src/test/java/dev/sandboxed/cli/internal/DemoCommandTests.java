package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.cli.internal.CliRunner.Ran;
import dev.sandboxed.cli.internal.demo.Fixtures;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTests {

    @TempDir
    Path folder;

    private final FakeProvider docker = new FakeProvider("docker", Isolation.CONTAINER)
            .isUnavailable("no daemon answers", "systemctl start docker");
    private final FakeProvider subprocess = new FakeProvider("subprocess", Isolation.PROCESS);

    @Test
    void providersChoiceTestsAndSummaryAreShown() throws IOException {
        Ran ran = demo(new CliRunner(subprocess, docker), Fixtures.SharingClass.class);

        assertThat(withoutTimes(ran.text())).isEqualTo("""
                The providers of this host
                PROVIDER    STATUS       ISOLATION         VERSION
                docker      unavailable  container         -
                    reason: no daemon answers
                    remedy: systemctl start docker
                subprocess  available    process           1.0

                The choice
                subprocess 1.0, isolation process
                It is the first in the order of choice that will do here. Passed over:
                  docker: no daemon answers
                    remedy: systemctl start docker
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

                The providers of this host
                PROVIDER  STATUS       ISOLATION         VERSION
                runtime   available    container         1.0
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
                        + " root\n\nThe providers of this host\n")
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
                .contains("\nNo provider for isolation container or stronger:\n  - docker: no daemon answers (remedy:")
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
        return text.replaceAll("\\d+\\.\\d\\d s", "#.## s");
    }
}
