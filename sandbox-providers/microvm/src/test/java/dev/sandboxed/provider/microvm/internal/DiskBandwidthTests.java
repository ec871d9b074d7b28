package dev.sandboxed.provider.microvm.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How fast drives are with QEMU; that of Firecracker tells it itself. */
@NeedsMachines
@Timeout(300)
class DiskBandwidthTests {

    @TempDir
    static Path folder;

    private static MicrovmProvider provider(String bandwidth) {
        Map<String, String> settings = new HashMap<>(MachinesRequired.emulated());
        settings.put("diskBandwidth", bandwidth);
        return new MicrovmProvider(
                Kind.QEMU, ProviderContext.in(folder.resolve("qemu")).withSettings(settings));
    }

    /** Returns what QEMU was told of the drives of a sandbox. */
    private static List<String> drives(Sandbox sandbox) {
        return MachineTests.processesOf(sandbox.id()).stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .flatMap(process -> Stream.of(process.info().arguments().orElse(new String[0])))
                .filter(argument -> argument.contains("format=raw"))
                .toList();
    }

    @Test
    void eachDriveIsHeldToItAndCopiesOfTheSameMachineToTheirOwn() {
        try (MicrovmProvider slow = provider("20m");
                Sandbox sandbox = slow.create(SandboxSpec.defaults())) {
            assertThat(drives(sandbox)).hasSize(2).allMatch(drive -> drive.contains("throttling.bps-total=20971520"));
            assertThat(sandbox.shell("head -c 3000000 /dev/zero >file && sync && wc -c <file")
                            .stdout()
                            .strip())
                    .isEqualTo("3000000");

            try (MicrovmProvider slower = provider("1m");
                    Sandbox another = slower.create(SandboxSpec.defaults());
                    MicrovmProvider fast = MachinesRequired.provider(folder);
                    Sandbox unlimited = fast.create(SandboxSpec.defaults())) {
                assertThat(drives(another)).hasSize(2).allMatch(drive -> drive.contains("bps-total=1048576"));
                assertThat(drives(unlimited)).hasSize(2).noneMatch(drive -> drive.contains("throttling"));
                assertThat(MachineTests.boot(another))
                        .isEqualTo(MachineTests.boot(sandbox))
                        .isEqualTo(MachineTests.boot(unlimited));
            }
        }
    }

    @Test
    void whatIsNoSizeOrTooLittleIsRefused() {
        try (MicrovmProvider provider = provider("fast")) {
            assertThatThrownBy(() -> provider.create(SandboxSpec.defaults()))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("The setting 'diskBandwidth' is 'fast', which is no size");
        }
        try (MicrovmProvider provider = provider("1k")) {
            assertThatThrownBy(() -> provider.create(SandboxSpec.defaults()))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("The setting 'diskBandwidth' is '1k', which is less than 64k a second");
        }
    }
}
