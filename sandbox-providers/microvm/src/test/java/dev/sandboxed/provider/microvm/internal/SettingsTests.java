package dev.sandboxed.provider.microvm.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.provision.Architecture;
import dev.sandboxed.api.provision.PackageManager;
import dev.sandboxed.api.provision.Published;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.provider.microvm.internal.drive.GuestKernel;
import dev.sandboxed.provider.microvm.internal.firecracker.Firecracker;
import dev.sandboxed.provider.microvm.internal.saved.MissedBoots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTests {

    @TempDir
    Path folder;

    private MicrovmProvider provider(Kind kind, Map<String, String> settings) {
        return new MicrovmProvider(
                kind, ProviderContext.in(folder.resolve("state")).withSettings(settings));
    }

    @Test
    void aValueThatIsNoneOfThoseThatThereAreIsRefusedWithAllOfThem() {
        assertThatThrownBy(() -> provider(Kind.QEMU, Map.of("accelerator", "warp")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sandbox.qemu.accelerator is 'warp'; give one of kvm, tcg");
        assertThatThrownBy(() -> provider(Kind.FIRECRACKER, Map.of("kvm", "maybe")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sandbox.firecracker.kvm is 'maybe'; give one of measured, any");
    }

    @Test
    void withoutAKernelTheStatusSaysHowToGetOne() {
        try (MicrovmProvider provider = provider(Kind.FIRECRACKER, Map.of())) {
            assertThat(provider.status()).isInstanceOfSatisfying(ProviderStatus.Unavailable.class, status -> {
                assertThat(status.reason())
                        .contains("'sandbox.firecracker.kernel' names none, and no 'guest-kernel' was provisioned");
                assertThat(status.remedy())
                        .startsWith("./sandboxed provision firecracker, or ")
                        .contains("SANDBOX_FIRECRACKER_KERNEL");
            });
        }
    }

    @Test
    void aKernelThatWasProvisionedIsFoundWithoutASettingAndASettingWinsOverIt() throws Exception {
        Path home = folder.resolve("tools/guest-kernel/6.1/guest-kernel");
        Path provisioned =
                Files.writeString(Files.createDirectories(home.resolve("boot")).resolve("vmlinuz-6.1"), "provisioned");
        Files.createDirectories(home.resolve("lib/modules/6.1"));
        Path programs = Files.createDirectories(folder.resolve("tools/bin"));
        Files.createSymbolicLink(programs.resolve("guest-kernel"), Path.of("../guest-kernel/6.1/guest-kernel"));
        Path named = Files.writeString(folder.resolve("vmlinux"), "\u007fELF");
        Map<String, String> path = Map.of("PATH", programs.toString());

        assertThat(kernelOf(Map.of(), path)).isEqualTo(provisioned.toRealPath().toString());
        assertThat(kernelOf(Map.of("kernel", named.toString()), path))
                .isEqualTo(named.toRealPath().toString());
    }

    /** Asks a provider whose monitor is a stand-in that only tells its version, without KVM. */
    private String kernelOf(Map<String, String> more, Map<String, String> environment) throws Exception {
        Path monitor = program(folder.resolve("monitor"));
        program(Path.of(environment.get("PATH"), "mkfs.ext4"));
        Map<String, String> settings = new HashMap<>(more);
        settings.putAll(Map.of("program", monitor.toString(), "accelerator", "tcg", "listener", monitor.toString()));
        ProviderContext context = ProviderContext.in(folder.resolve("state"))
                .withSettings(settings)
                .withEnvironment(environment);
        try (MicrovmProvider provider = new MicrovmProvider(Kind.QEMU, context)) {
            return ((ProviderStatus.Available) provider.status()).details().get("kernel");
        }
    }

    private static Path program(Path file) throws Exception {
        Files.writeString(file, "#!/bin/sh\necho QEMU 7.2\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void aJailerThatIsNamedAndNotThereIsToldWithItsSettingAndHowToDoWithout() throws Exception {
        Path monitor = program(folder.resolve("monitor"));
        Path kernel = Files.writeString(folder.resolve("vmlinux"), "\u007fELF");
        Path named = folder.resolve("no/jailer");
        Map<String, String> settings =
                Map.of("program", monitor.toString(), "kernel", kernel.toString(), "jailer", named.toString());
        try (MicrovmProvider provider = provider(Kind.FIRECRACKER, settings)) {
            assertThat(provider.status()).isInstanceOfSatisfying(ProviderStatus.Unavailable.class, status -> {
                assertThat(status.reason()).isEqualTo("The jailer '" + named + "' is not there");
                assertThat(status.remedy())
                        .isEqualTo("name another with sandbox.firecracker.jailer, or do without: "
                                + "sandbox.firecracker.jailer=none");
            });
        }
    }

    @Test
    void bothAreToldTheSameKernelAndFirecrackerHasARelease() {
        Program kernel = kernelOf(Kind.QEMU);

        assertThat(kernelOf(Kind.FIRECRACKER)).isEqualTo(kernel);
        assertThat(kernel.sources())
                .containsExactly(Source.Unpacked.newest(
                        PackageManager.APT, "linux-image-cloud-" + HostPlatform.architecture(), "linux-image-"));
        assertThat(Kind.FIRECRACKER.program().sources())
                .singleElement()
                .isInstanceOfSatisfying(Source.Release.class, release -> {
                    Published archive = release.files().get(Architecture.AARCH64);
                    assertThat(release.site().resolve(archive.path()))
                            .hasPath("/firecracker-microvm/firecracker/releases/download/v1.16.1/"
                                    + "firecracker-v1.16.1-aarch64.tgz");
                    assertThat(archive.member()).hasValue("release-v1.16.1-aarch64/firecracker-v1.16.1-aarch64");
                    assertThat(release.files()).containsOnlyKeys(Architecture.X86_64, Architecture.AARCH64);
                });
    }

    private static Program kernelOf(Kind kind) {
        return kind.requirements().stream()
                .filter(one -> one.name().equals("guest-kernel"))
                .map(Program.class::cast)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aProgramThatIsNotThereIsNamedWithARemedyThatHelps() throws Exception {
        Path kernel = Files.writeString(folder.resolve("vmlinux"), "\u007fELF");
        // Whoever is asked for it must not be stopped by another program that this host may lack.
        Map<String, String> settings =
                Map.of("kernel", kernel.toString(), "listener", kernel.toString(), "program", "/nowhere/firecracker");
        try (MicrovmProvider provider = provider(Kind.FIRECRACKER, settings)) {
            assertThat(provider.status()).isInstanceOfSatisfying(ProviderStatus.Unavailable.class, status -> {
                assertThat(status.reason()).contains("'/nowhere/firecracker' is not installed here");
                assertThat(status.remedy())
                        .startsWith("./sandboxed provision firecracker, or ")
                        .contains("sandbox.firecracker.program");
            });
        }
    }

    @Test
    void aHostWhoseKvmDidNotCarryAMachineIsUnavailableUntilSomebodyCleans() throws Exception {
        Path kernel = Files.writeString(folder.resolve("vmlinux"), "\u007fELF");
        Path program = program(folder.resolve("firecracker"));
        Map<String, String> settings =
                Map.of("kernel", kernel.toString(), "listener", kernel.toString(), "program", program.toString());
        Path machines = Files.createDirectory(
                folder.resolve("machines"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        MissedBoots missed = new MissedBoots(machines, Duration.ZERO);
        Firecracker monitor = new Firecracker(program, "QEMU 7.2", "", Optional.empty());
        assertThatThrownBy(() -> missed.watch(monitor, GuestKernel.at(kernel), Deadline.in(Duration.ZERO), () -> {
                    throw new IOException("nothing was heard of it");
                }))
                .isInstanceOf(IOException.class);

        try (MicrovmProvider provider = provider(Kind.FIRECRACKER, settings)) {
            assertThat(provider.status()).isInstanceOfSatisfying(ProviderStatus.Unavailable.class, status -> {
                assertThat(status.reason()).contains("had not come up after 0 s");
                assertThat(status.remedy()).contains("./sandboxed clean", "sandbox.firecracker.kvm=any");
            });
            assertThat(provider.clean().removed()).hasSize(1);
            assertThat(provider.status().toString()).doesNotContain("had not come up");
        }
    }
}
