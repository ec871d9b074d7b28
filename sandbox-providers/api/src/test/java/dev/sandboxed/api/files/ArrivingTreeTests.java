package dev.sandboxed.api.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a download leaves on the host, whatever happens on the way. */
class ArrivingTreeTests {

    private static final FileEntry TOP = entry("/t", FileType.DIRECTORY, 0, null);
    private static final List<FileEntry> BELOW = List.of(
            entry("/t/sub", FileType.DIRECTORY, 0, null),
            entry("/t/sub/file", FileType.FILE, 1, null),
            entry("/t/sub/link", FileType.LINK, 0, "file"));

    @TempDir
    Path host;

    private Path target;

    @BeforeEach
    void choosesATarget() {
        target = host.resolve("target");
    }

    /** A folder that is mounted into a sandbox may be changed by it at any time. */
    @Test
    void aFolderThatIsSwappedForALinkMeanwhileLeadsNobodyOut() throws IOException {
        Path victim = Files.createDirectory(host.resolve("victim"));
        Path sub = Files.createDirectories(target.resolve("sub"));
        HostTree tree = new HostTree(target, DownloadOptions.DEFAULT);

        assertThatExceptionOfType(SandboxException.class)
                .isThrownBy(() -> tree.write(TOP, BELOW, file -> {
                    Files.delete(sub);
                    Files.createSymbolicLink(sub, victim);
                    return new ByteArrayInputStream(new byte[1]);
                }))
                .withMessageContaining("that is a link");
        assertThat(victim).isEmptyDirectory();
    }

    @Test
    void aDirectoryTakesThePlaceOfNoLink() throws IOException {
        Path elsewhere = Files.createDirectory(host.resolve("elsewhere"));
        Files.createDirectory(target);
        Files.createSymbolicLink(target.resolve("sub"), elsewhere);

        assertThatExceptionOfType(SandboxException.class)
                .isThrownBy(() -> write(TOP, BELOW, DownloadOptions.DEFAULT))
                .withMessageContaining("has a directory 'sub', and in '" + target + "' that is a link");
        assertThat(elsewhere).isEmptyDirectory();
        assertThat(target.toFile().list()).containsExactly("sub");
    }

    @Test
    void aTargetThatHasNoRoomForAllOfItGetsNoneOfIt() throws IOException {
        Files.createDirectories(target.resolve("zz/already"));
        List<FileEntry> entries =
                List.of(entry("/t/aa", FileType.FILE, 1, null), entry("/t/zz", FileType.FILE, 1, null));

        assertThatExceptionOfType(FileAlreadyExistsException.class)
                .isThrownBy(() -> write(TOP, entries, DownloadOptions.DEFAULT));
        assertThat(target.toFile().list()).containsExactly("zz");
    }

    @Test
    void whatIsThereAlreadyStaysAndIsAddedTo() throws IOException {
        Files.createDirectories(target.resolve("sub/kept"));
        Files.writeString(target.resolve("sub/file"), "something longer");
        write(TOP, BELOW, DownloadOptions.DEFAULT);

        assertThat(target.resolve("sub/kept")).isDirectory();
        assertThat(target.resolve("sub/file")).hasContent("1");
        assertThat(target.resolve("sub/link")).isSymbolicLink();
        assertThat(target.toFile().list()).containsExactly("sub");
    }

    @Test
    void contentThatBreaksOffLeavesTheTargetAsItWas() throws IOException {
        Files.createDirectories(target.resolve("sub"));
        Files.writeString(target.resolve("sub/file"), "old");
        HostTree tree = new HostTree(target, DownloadOptions.DEFAULT);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> tree.write(TOP, BELOW, file -> brokenOff()))
                .withMessage("broken off");
        assertThat(target.resolve("sub/file")).hasContent("old");
        assertThat(target.toFile().list()).containsExactly("sub");
        assertThat(host.toFile().list()).containsExactly("target");
    }

    @Test
    void moreBytesThanTheBudgetAreRefusedBeforeAnyIsRead() {
        FileEntry huge = entry("/t/huge", FileType.FILE, 2048, null);
        HostTree tree = new HostTree(target, DownloadOptions.DEFAULT.withBudget(DataSize.ofKibibytes(1)));

        assertThatExceptionOfType(ResourceLimitException.class)
                .isThrownBy(() -> tree.write(TOP, List.of(huge), file -> brokenOff()))
                .withMessageContaining("'/t' has 2k, and at most 1k may be downloaded")
                .withMessageContaining("remedy: ")
                .satisfies(refusal -> {
                    assertThat(refusal.resource()).isEqualTo(Resource.TRANSFER);
                    assertThat(refusal.limit()).isEqualTo("1k");
                    assertThat(refusal.actual()).isEqualTo("2k");
                });
        assertThat(host).isEmptyDirectory();
    }

    @Test
    void sizesThatAddUpToMoreThanANumberHoldsAreRefused() {
        List<FileEntry> entries = List.of(
                entry("/t/a", FileType.FILE, Long.MAX_VALUE, null), entry("/t/b", FileType.FILE, Long.MAX_VALUE, null));

        assertThatExceptionOfType(ResourceLimitException.class)
                .isThrownBy(() -> write(TOP, entries, DownloadOptions.DEFAULT))
                .withMessageContaining("more than any disk holds");
    }

    @Test
    void aFileThatIsLargerThanItSaysIsHeldToTheBudget() {
        HostTree tree = new HostTree(target, DownloadOptions.DEFAULT.withBudget(DataSize.ofKibibytes(1)));

        assertThatExceptionOfType(ResourceLimitException.class)
                .isThrownBy(() -> tree.write(TOP, BELOW, file -> new ByteArrayInputStream(new byte[2048])))
                .withMessageContaining("more than 1k");
        assertThat(host).isEmptyDirectory();
    }

    @Test
    void holesOfAFileTakeNoRoomOnTheHost() throws IOException, InterruptedException {
        byte[] content = new byte[32 << 20];
        content[5 << 20] = 'x';
        FileEntry file = entry("/t", FileType.FILE, content.length, null);
        new HostTree(target, DownloadOptions.DEFAULT).write(file, List.of(), any -> new ByteArrayInputStream(content));

        assertThat(target).hasBinaryContent(content);
        assertThat(kibibytesOnDisk(target)).isLessThan(1024);
    }

    private static long kibibytesOnDisk(Path file) throws IOException, InterruptedException {
        Process du = new ProcessBuilder("du", "-k", file.toString()).start();
        String said = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        du.waitFor();
        return Long.parseLong(said.split("\t")[0]);
    }

    private void write(FileEntry top, List<FileEntry> below, DownloadOptions options) throws IOException {
        new HostTree(target, options)
                .write(top, below, file -> new ByteArrayInputStream("1".getBytes(StandardCharsets.UTF_8)));
    }

    private static InputStream brokenOff() throws IOException {
        throw new IOException("broken off");
    }

    private static FileEntry entry(String path, FileType type, long size, String target) {
        return new FileEntry(path, type, size, 0755, Instant.EPOCH, Optional.ofNullable(target));
    }
}
