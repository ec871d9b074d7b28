package dev.sandboxed.linux.internal.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class KernelFilesTests {

    @Test
    void everyEntryIsThereOnceWithItsReason() {
        assertThat(KernelFiles.all()).allSatisfy(file -> {
            assertThat(file.path()).matches("/(proc|sys)/[a-z0-9_/-]+[a-z0-9]");
            assertThat(file.reason()).isNotBlank();
        });
        List<String> paths = KernelFiles.all().stream().map(KernelFile::path).toList();
        assertThat(new HashSet<>(paths)).hasSameSizeAs(paths);
        assertThat(paths).containsAll(KernelFiles.hidden()).containsAll(KernelFiles.readOnly());
    }

    /** A kernel that is newer than the list may have more of them: then this says which. */
    @Test
    void whatTheKernelOfThisHostShowsToRootOnlyIsHidden() throws IOException {
        assumeTrue(HostPlatform.current() == HostPlatform.LINUX, "there is no /proc here");
        List<String> forRootOnly = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc"))) {
            for (Path file : files) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        && !Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)
                        && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OWNER_READ)) {
                    forRootOnly.add(file.toString());
                }
            }
        }
        assertThat(KernelFiles.hidden()).containsAll(forRootOnly);
    }
}
