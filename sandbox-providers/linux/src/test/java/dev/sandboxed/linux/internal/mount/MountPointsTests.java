package dev.sandboxed.linux.internal.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

    /** The same sandbox may be removed by its owner and by somebody who reaps. */
    @Test
    void twoThatDetachTheSameMountsAtOnceAreBothDone(@TempDir Path folder) throws Exception {
        assumeTrue(HostPlatform.isRoot(), "it takes root to mount anything");
        for (int i = 0; i < 30; i++) {
            Path point = Files.createDirectory(folder.resolve("m" + i));
            assertThat(new ProcessBuilder("mount", "-t", "tmpfs", "none", point.toString())
                            .start()
                            .waitFor())
                    .isZero();
        }
        ExecutorService both = Executors.newFixedThreadPool(2);
        try {
            Callable<Boolean> detaching = () -> {
                MountPoints.detachBelow(folder.toRealPath());
                return true;
            };
            for (Future<Boolean> done : both.invokeAll(List.of(detaching, detaching))) {
                assertThat(done.get()).isTrue();
            }
            assertThat(MountPoints.anyBelow(List.of(folder.toRealPath()))).isEmpty();
        } finally {
            both.shutdownNow();
        }
    }
}
