package dev.sandboxed.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.provision.PackageManager;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.process.HostTool;
import dev.sandboxed.provision.plan.Finding;
import dev.sandboxed.provision.plan.Plan;
import dev.sandboxed.provision.plan.ProvisionListener;
import dev.sandboxed.provision.plan.ProvisionSettings;
import dev.sandboxed.provision.plan.ProvisionSettings.Fetching;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Packages of this host's Debian, without root: nothing on the host changes. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class RealAptTests {

    private static final String TINY = "hostname";
    private static final String PATH = "/usr/bin:/bin";

    @TempDir
    Path folder;

    @BeforeEach
    void assumeApt() {
        assumeTrue(Files.exists(Path.of("/etc/debian_version")), "this host is no Debian");
        assumeTrue(
                apt("--print-uris", "download", TINY).contains("SHA256:"),
                "apt does not know its packages here; apt-get update would tell it");
    }

    private static String apt(String... arguments) {
        List<String> argv = List.of(arguments);
        return HostTool.run(
                        Command.of("apt-get", argv.toArray(String[]::new)),
                        Duration.ofSeconds(30),
                        Map.of("PATH", PATH),
                        Path.of("/"))
                .stdout();
    }

    private Provisioner provisioner() {
        return new Provisioner(new ProvisionSettings(
                folder.resolve("tools"), Map.of("PATH", PATH), Map.of(), "amd64", false, Fetching.EVERYTHING));
    }

    private static SandboxProvider needing(Program program) {
        return MockSandboxProvider.builder()
                .capabilities(new Capabilities(Isolation.PROCESS, Set.of(), List.of(program), Duration.ZERO))
                .unavailable("it is not there", "get it")
                .build();
    }

    @Test
    void aPackageIsFetchedVerifiedAndUnpacked() throws Exception {
        ExecResult fetched = HostTool.run(
                Command.of("apt-get", "download", TINY),
                Duration.ofSeconds(60),
                Map.of("PATH", PATH),
                Files.createDirectory(folder.resolve("tried")));
        assumeTrue(fetched.succeeded(), "apt reaches no mirror from here: " + fetched.describe());
        Provisioner provisioner = provisioner();
        Plan plan = provisioner.plan(List.of(needing(Program.of(
                "sandboxed-unpacked", "everything", new Source.Unpacked(PackageManager.APT, TINY, Optional.empty())))));

        assertThat(provisioner.carryOut(plan, ProvisionListener.SILENT)).isEmpty();

        assertThat(folder.resolve("tools/bin/sandboxed-unpacked/bin/hostname")).isExecutable();
    }

    @Test
    void thePackageThatNamesTheNewestKernelLeadsToIt() {
        String cloud = "linux-image-cloud-"
                + HostTool.run(Command.of("dpkg", "--print-architecture"), Duration.ofSeconds(30))
                        .stdout()
                        .strip();
        assumeTrue(apt("--print-uris", "download", cloud).contains(cloud), "this distribution has no " + cloud);
        Program kernel = Program.of(
                "sandboxed-kernel", "everything", Source.Unpacked.newest(PackageManager.APT, cloud, "linux-image-"));

        assertThat(provisioner().plan(List.of(needing(kernel))).unpacks())
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.found()).matches("linux-image-[0-9].*-cloud-.*_.*_.*");
                    // The one that only names it has 1500 bytes.
                    assertThat(one.size().orElseThrow()).isGreaterThan(1_000_000);
                })
                .isInstanceOf(Finding.Unpackable.class);
    }
}
