package dev.sandboxed.guest.internal.busybox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostBusyboxTests {

    @TempDir
    Path folder;

    @Test
    void aBusyboxForAnotherMachineOrWithLibrariesIsPassedBy() throws IOException {
        Path dynamic = busybox("dynamic", ElfHeaderTests.program(ByteOrder.LITTLE_ENDIAN, 62, 3));
        Path foreign = busybox("foreign", ElfHeaderTests.program(ByteOrder.LITTLE_ENDIAN, 183, 1));
        Path script = busybox("script", "#!/bin/sh\n".getBytes(StandardCharsets.UTF_8));
        Path good = busybox("good", ElfHeaderTests.program(ByteOrder.LITTLE_ENDIAN, 62, 1));

        assertThat(HostBusybox.find(List.of(folder, dynamic, foreign, script, good), machine -> machine == 62))
                .hasValueSatisfying(found -> assertThat(found.file()).isEqualTo(good.resolve("busybox")));
        assertThat(HostBusybox.find(List.of(dynamic, foreign, script), machine -> machine == 62))
                .isEmpty();
    }

    private Path busybox(String name, byte[] content) throws IOException {
        Path parent = Files.createDirectory(folder.resolve(name));
        Path file = Files.write(parent.resolve("busybox"), content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return parent;
    }
}
