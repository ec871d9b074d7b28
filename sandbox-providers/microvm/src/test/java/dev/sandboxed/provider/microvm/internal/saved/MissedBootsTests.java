package dev.sandboxed.provider.microvm.internal.saved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.provider.microvm.internal.drive.GuestKernel;
import dev.sandboxed.provider.microvm.internal.firecracker.Firecracker;
import dev.sandboxed.provider.microvm.internal.machine.DeafMachine;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import dev.sandboxed.provider.microvm.internal.machine.Monitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MissedBootsTests {

    private static final Deadline OVER = Deadline.in(Duration.ZERO);
    private static final Deadline AMPLE = Deadline.in(Duration.ofHours(1));

    @TempDir
    Path folder;

    private final Monitor monitor = new Firecracker(Path.of("/usr/bin/firecracker"), "1.16.1", "", Optional.empty());
    private GuestKernel kernel;
    private MissedBoots patient;

    @BeforeEach
    void open() throws IOException {
        kernel = new GuestKernel(Files.writeString(folder.resolve("vmlinux"), "kernel"), List.of());
        patient = new MissedBoots(folder, Duration.ZERO);
    }

    private static Machine neverComesUp() throws IOException {
        throw new IOException("nothing was heard of it");
    }

    private void miss(MissedBoots boots, Deadline deadline) {
        assertThatThrownBy(() -> boots.watch(monitor, kernel, deadline, MissedBootsTests::neverComesUp))
                .hasMessage("nothing was heard of it");
    }

    @Test
    void oneThatWasNotThereInTimeIsRememberedUntilOneIs() throws IOException {
        miss(patient, OVER);
        assertThat(patient.of(monitor, kernel)).isPresent();

        patient.watch(monitor, kernel, AMPLE, () -> new DeafMachine(false)).close();
        assertThat(patient.of(monitor, kernel)).isEmpty();
    }

    @Test
    void whoeverHadLittleTimeKnowsNothing() {
        miss(MissedBoots.in(folder), OVER);

        assertThat(patient.of(monitor, kernel)).isEmpty();
    }

    @Test
    void oneThatFailedBeforeItsTimeWasOverIsAnotherFault() {
        miss(patient, AMPLE);

        assertThat(patient.of(monitor, kernel)).isEmpty();
    }

    @Test
    void anotherMonitorOrAnotherKernelMayStillWork() throws IOException {
        miss(patient, OVER);

        assertThat(patient.of(new Firecracker(Path.of("/usr/bin/firecracker"), "1.17.0", "", Optional.empty()), kernel))
                .isEmpty();
        Path other = Files.writeString(folder.resolve("other"), "kernel");
        assertThat(patient.of(monitor, new GuestKernel(other, List.of()))).isEmpty();
    }

    @Test
    void anotherBootOfTheHostIsAnotherChance() throws IOException {
        miss(patient, OVER);
        try (var notes = Files.newDirectoryStream(folder, "missed-*")) {
            for (Path note : notes) {
                Files.writeString(
                        note, Files.readString(note).replaceFirst("\"host\":\"[^\"]*\"", "\"host\":\"earlier\""));
            }
        }

        assertThat(patient.of(monitor, kernel)).isEmpty();
    }
}
