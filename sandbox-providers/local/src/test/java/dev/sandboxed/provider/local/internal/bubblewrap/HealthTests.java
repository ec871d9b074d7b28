package dev.sandboxed.provider.local.internal.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.linux.internal.host.UserNamespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthTests {

    private static final String REFUSAL = "bwrap: No permissions to create new namespace";

    @TempDir
    Path folder;

    /** Puts a program in the place of bubblewrap that only complains. */
    private ProviderStatus.Unavailable statusOf(String complaint) throws IOException {
        Path program = Files.writeString(folder.resolve("bwrap"), "#!/bin/sh\necho '" + complaint + "' >&2\nexit 1\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        ProviderStatus status = new BubblewrapProgram(program.toString(), new UserNamespaces(folder)).status(Map.of());
        assertThat(status).isInstanceOf(ProviderStatus.Unavailable.class);
        return (ProviderStatus.Unavailable) status;
    }

    @Test
    void aMissingProgramIsToInstall() {
        ProviderStatus status =
                new BubblewrapProgram(folder.resolve("none").toString(), new UserNamespaces(folder)).status(Map.of());
        assertThat(status).isInstanceOfSatisfying(ProviderStatus.Unavailable.class, unavailable -> {
            assertThat(unavailable.reason()).contains(folder.resolve("none").toString());
            assertThat(unavailable.remedy()).contains("apt-get install bubblewrap");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "kernel/unprivileged_userns_clone, 0",
        "user/max_user_namespaces, 0",
        "kernel/apparmor_restrict_unprivileged_userns, 1"
    })
    void aSettingOfTheKernelThatForbidsItIsNamed(String setting, String value) throws IOException {
        Path file = folder.resolve(setting);
        Files.createDirectories(file.getParent());
        Files.writeString(file, value + "\n");
        ProviderStatus.Unavailable status = statusOf(REFUSAL);
        assertThat(status.reason()).contains(REFUSAL);
        assertThat(status.remedy()).contains("sysctl -w " + setting.replace('/', '.'));
    }

    @Test
    void whatAContainerForbidsIsNotBlamedOnTheKernel() throws IOException {
        assertThat(statusOf(REFUSAL).remedy()).contains("--security-opt seccomp=unconfined");
        assertThat(statusOf("bwrap: Cannot mount proc on /newroot/proc: Operation not permitted")
                        .remedy())
                .contains("systempaths=unconfined");
    }

    @Test
    void oneSlowTrialCostTheLimitOfDiskForTheLifeOfTheProvider() {
        Iterator<String> answers =
                List.of("slow just now", "", "not asked any more").iterator();
        try (BubblewrapProvider provider = new BubblewrapProvider(ProviderContext.in(folder), answers::next)) {
            assertThat(provider.capabilities().has(Capability.LIMIT_DISK)).isFalse();
            assertThat(provider.capabilities().has(Capability.LIMIT_DISK)).isTrue();
            assertThat(provider.capabilities().has(Capability.LIMIT_DISK)).isTrue();
        }
    }

    @Test
    void anOldProgramIsToldAsTooOld() throws IOException {
        assertThat(statusOf("bwrap: Unknown option --size").remedy()).contains("0.8 or newer");
    }
}
