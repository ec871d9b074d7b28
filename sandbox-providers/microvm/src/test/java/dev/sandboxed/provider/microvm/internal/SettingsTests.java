package dev.sandboxed.provider.microvm.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.provider.microvm.internal.drive.GuestKernel;
import dev.sandboxed.provider.microvm.internal.firecracker.Firecracker;
import dev.sandboxed.provider.microvm.internal.saved.MissedBoots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
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
                assertThat(status.reason()).contains("'sandbox.firecracker.kernel' names none");
                assertThat(status.remedy()).contains("dpkg-deb -x").contains("SANDBOX_FIRECRACKER_KERNEL");
            });
        }
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
                        .contains("sandbox.firecracker.program")
                        .doesNotContain("provision");
            });
        }
    }

    @Test
    void aHostWhoseKvmDidNotCarryAMachineIsUnavailableUntilSomebodyCleans() throws Exception {
        Path kernel = Files.writeString(folder.resolve("vmlinux"), "\u007fELF");
        Path program = Files.writeString(folder.resolve("firecracker"), "#!/bin/sh\necho Firecracker v1.16.1\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Map<String, String> settings =
                Map.of("kernel", kernel.toString(), "listener", kernel.toString(), "program", program.toString());
        Path machines = Files.createDirectory(
                folder.resolve("machines"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        MissedBoots missed = new MissedBoots(machines, Duration.ZERO);
        Firecracker monitor = new Firecracker(program, "Firecracker v1.16.1", "");
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
