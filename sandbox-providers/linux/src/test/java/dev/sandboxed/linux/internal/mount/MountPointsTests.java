package dev.sandboxed.linux.internal.mount;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountPointsTests {

    @Test
    void aFileSystemIsBelowTheFolderAroundItAndNotBelowItself() throws IOException {
        assertThat(MountPoints.anyBelow(List.of(Path.of("/dev"))))
                .hasValueSatisfying(point -> assertThat(point).startsWith("/dev/"));
        assertThat(MountPoints.anyBelow(List.of(Path.of("/dev/pts")))).isEmpty();
    }

    @Test
    void nothingIsMountedInANewFolder(@TempDir Path folder) throws IOException {
        assertThat(MountPoints.anyBelow(List.of(folder))).isEmpty();
    }
}
