package dev.sandboxed.folder.internal.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SizedFolderTests {

    private static final int MEBIBYTE = 1 << 20;

    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    Path temporary;

    @AfterEach
    void unmount() throws IOException {
        FolderRemoval.remove(temporary.resolve("sandbox"));
    }

    private SizedFolder make(DataSize size) throws IOException {
        assumeTrue(SizedFolder.obstacle().isEmpty(), SizedFolder::obstacle);
        Path sandbox = Files.createDirectory(temporary.resolve("sandbox"));
        return SizedFolder.make(sandbox.resolve("files"), Optional.of(size));
    }

    @Test
    void holdsNoMoreThanItMay() throws IOException {
        SizedFolder folder = make(DataSize.ofMebibytes(8));

        assertThat(folder.path()).isEmptyDirectory();
        Files.write(folder.path().resolve("small"), new byte[4 * MEBIBYTE]);
        assertThatThrownBy(() -> Files.write(folder.path().resolve("large"), new byte[4 * MEBIBYTE]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No space left on device");
        assertThat(folder.isFull()).isTrue();
    }

    @Test
    void tellsWhatIsTakenAndWhenThereIsRoomAgain() throws IOException {
        SizedFolder folder = make(DataSize.ofMebibytes(8));
        long before = folder.taken().orElseThrow().bytes();
        assertThat(before).isLessThan(MEBIBYTE);

        Path file = Files.write(folder.path().resolve("file"), new byte[7 * MEBIBYTE]);
        assertThat(folder.taken().orElseThrow().bytes() - before).isBetween(7L * MEBIBYTE, 7L * MEBIBYTE + 65536);
        assertThat(folder.isFull()).isFalse();
        Files.delete(file);
        assertThat(folder.taken()).contains(DataSize.ofBytes(before));
    }

    @Test
    void takesOfTheHostOnlyWhatWasWritten() throws IOException {
        make(DataSize.ofGibibytes(64));

        Path file = temporary.resolve("sandbox").resolve("files.ext4");
        assertThat(file).hasSize(64L << 30);
        assertThat(Long.parseLong(said("stat", "-c", "%b", file.toString())) * 512)
                .isLessThan(64L << 20);
    }

    @Test
    void isUnmountedByWhoeverRemovesTheFolderAroundIt() throws IOException {
        SizedFolder folder = make(DataSize.ofMebibytes(8));
        Files.write(folder.path().resolve("file"), new byte[MEBIBYTE]);

        FolderRemoval.remove(temporary.resolve("sandbox"));

        assertThat(temporary).isEmptyDirectory();
        assertThat(said("mount")).doesNotContain(temporary.toString());
        assertThat(said("losetup", "-a")).doesNotContain(temporary.toString());
    }

    @Test
    void aSizeThatIsTooSmallIsRefusedWithTheLeastThatIsEnough() {
        assertThatThrownBy(() -> make(DataSize.ofKibibytes(64)))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("A disk of 64k is too small")
                .hasMessageContaining("allow at least 1m");
    }

    @Test
    void withoutALimitItIsAFolderLikeAnyOther() throws IOException {
        SizedFolder folder = SizedFolder.make(temporary.resolve("files"), Optional.empty());

        assertThat(folder.path()).isEmptyDirectory();
        assertThat(folder.taken()).isEmpty();
        assertThat(folder.isFull()).isFalse();
        assertThat(temporary.resolve("files.ext4")).doesNotExist();
    }

    @Test
    void aSlowHostWasTriedTwiceToDescribeOneObstacle() {
        AtomicInteger trials = new AtomicInteger();

        String described = SizedFolder.describe(() -> "slow at trial " + trials.incrementAndGet());

        assertThat(described).isEqualTo("cannot be limited: slow at trial 1");
        assertThat(trials).hasValue(1);
        assertThat(SizedFolder.describe(() -> "")).isEqualTo("can be limited");
    }

    @Test
    void aMissingProgramIsToldWithWhatToInstall() {
        Command missing = Command.of("/bin/sh", "-c", "mkfs.no-such-system");
        Command failing = Command.of("/bin/sh", "-c", "echo not permitted >&2; exit 32");

        assertThat(SizedFolder.refusal(HostTool.run(missing, LONG)))
                .contains("mkfs.no-such-system", "apt-get install e2fsprogs");
        assertThat(SizedFolder.refusal(HostTool.run(failing, LONG)))
                .contains("not permitted")
                .doesNotContain("apt-get");
        assertThat(SizedFolder.remedy(SizedFolder.refusal(HostTool.run(missing, LONG))))
                .contains("apt-get install e2fsprogs");
        assertThat(SizedFolder.remedy(SizedFolder.refusal(HostTool.run(failing, LONG))))
                .isEmpty();
        assertThat(SizedFolder.remedy("")).isEmpty();
    }

    private static String said(String... argv) throws IOException {
        Process process =
                new ProcessBuilder(List.of(argv)).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }
}
