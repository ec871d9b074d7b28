package dev.sandboxed.provider.microvm.internal.saved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.provider.microvm.internal.channel.ObedientMachine;
import dev.sandboxed.provider.microvm.internal.drive.GuestKernel;
import dev.sandboxed.provider.microvm.internal.drive.MadeOnce;
import dev.sandboxed.provider.microvm.internal.machine.DeviceRates;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import dev.sandboxed.provider.microvm.internal.machine.MachinePlan;
import dev.sandboxed.provider.microvm.internal.machine.Monitor;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done with machines that have booted; the machines themselves do all that they are asked to, but for being saved. */
class BootedMachinesTests {

    private static final Deadline AMPLE = Deadline.in(Duration.ofHours(1));

    @TempDir
    Path folder;

    private final List<ObedientMachine> machines = new ArrayList<>();
    private MadeOnce made;
    private BootedMachines booted;
    private WantedMachine wanted;

    @BeforeEach
    void open() throws IOException {
        made = new MadeOnce(folder.resolve("machines"));
        booted = new BootedMachines(
                new SavedRoom(made, DataSize.ofGibibytes(1)), new MissedBoots(folder, Duration.ZERO));
        wanted = wanted(AMPLE);
    }

    @AfterEach
    void close() {
        machines.forEach(Machine::close);
    }

    private WantedMachine wanted(Deadline deadline) throws IOException {
        Path kernel = Files.writeString(folder.resolve("vmlinux"), "kernel");
        MachinePlan plan = new MachinePlan(
                "id",
                Files.createDirectories(folder.resolve("boot")),
                new GuestKernel(kernel, List.of()),
                kernel,
                kernel,
                1,
                DataSize.ofMebibytes(1),
                Optional.empty(),
                DeviceRates.UNLIMITED,
                OptionalLong.empty());
        NewDrive drive = new NewDrive(DataSize.ofMebibytes(1), place -> Files.writeString(place, "drive"));
        return new WantedMachine(monitor(), plan, drive, deadline);
    }

    /** Boots machines that cannot be saved. */
    private Monitor monitor() {
        return (Monitor) Proxy.newProxyInstance(
                Monitor.class.getClassLoader(),
                new Class<?>[] {Monitor.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "fingerprint" -> "a monitor";
                    case "boot" -> {
                        ObedientMachine machine = new ObedientMachine("there is no room for it");
                        machines.add(machine);
                        yield machine;
                    }
                    default -> throw new AssertionError(method.getName());
                });
    }

    @Test
    void oneThatCannotBeSavedIsNoFailureAndTheNextBootsToo() throws IOException {
        booted.prepare(wanted);

        assertThat(made.has(SavedRoom.BOOTED, wanted.origin())).isFalse();
        assertThat(machines)
                .singleElement()
                .satisfies(machine ->
                        assertThat(machine.asked()).containsExactly("hello", "settle", "sync", "save", "close"));
        try (BootedMachines.Started started = booted.start(wanted)) {
            assertThat(machines).hasSize(2);
            assertThat(started.machine()).isSameAs(machines.get(1));
            assertThat(machines.get(1).asked()).doesNotContain("close");
        }
    }

    @Test
    void oneThatIsNotThereInTimeIsAFailure() throws IOException {
        WantedMachine late = wanted(Deadline.in(Duration.ZERO));

        assertThatThrownBy(() -> booted.prepare(late))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("restoring the machine");
    }
}
