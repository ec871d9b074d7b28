package dev.sandboxed.folder.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.folder.LargeHole;
import dev.sandboxed.folder.Swapping;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.linux.internal.files.ByteNames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderArchiveTests {

    @TempDir
    Path folder;

    private Path source;
    private Path target;

    @BeforeEach
    void makeRoots() throws IOException {
        source = Files.createDirectory(folder.resolve("source"));
        target = Files.createDirectory(folder.resolve("target"));
    }

    private byte[] written() throws IOException {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        FolderArchive.write(new RootedPaths(source, "/"), SnapshotOptions.ALL, archive);
        return archive.toByteArray();
    }

    private void restore(byte[] archive) throws IOException {
        FolderArchive.read(new ByteArrayInputStream(archive), new RootedPaths(target, "/"));
    }

    @Test
    void namesThatAreNoTextWereChangedSilently() throws IOException {
        Path one = ByteNames.path("\u00ff\u00fe");
        Path other = ByteNames.path("\u00ff\u00fd".repeat(60) + "/\u00c3\u00a4");
        Files.writeString(source.resolve(one), "one");
        Files.createDirectories(source.resolve(other));
        Files.createSymbolicLink(source.resolve("link"), ByteNames.path("\u00ff\u00fe"));
        Files.createSymbolicLink(source.resolve("own"), source.resolve(one));

        restore(written());

        assertThat(Files.readString(target.resolve(one))).isEqualTo("one");
        assertThat(Files.isDirectory(target.resolve(other))).isTrue();
        assertThat(Files.readString(target.resolve("link"))).isEqualTo("one");
        assertThat(Files.readSymbolicLink(target.resolve("own"))).isEqualTo(target.resolve(one));
    }

    @Test
    void holesWerePackedAsZerosHoweverManyThereWere() throws IOException {
        String name = "long".repeat(40);
        Path file = LargeHole.make(source.resolve(name));
        Files.setAttribute(file, "unix:mode", 0751);
        Files.write(source.resolve("plain"), new byte[200_000]);

        restore(written());

        LargeHole.assertCopied(target.resolve(name));
        assertThat((Integer) Files.getAttribute(target.resolve(name), "unix:mode") & 07777)
                .isEqualTo(0751);
        assertThat(target.resolve("plain")).hasBinaryContent(new byte[200_000]);
    }

    @Test
    void modesTimesAndLongNamesAreKept() throws IOException {
        Path long1 = Path.of("long".repeat(40)).resolve("n\u00e4me".repeat(20));
        Files.createDirectories(source.resolve(long1));
        Path file = Files.writeString(source.resolve(long1).resolve("file"), "content");
        Files.setAttribute(file, "unix:mode", 0751);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_234_567_891));
        Files.setAttribute(source.resolve(long1), "unix:mode", 0500);

        restore(written());

        Path copy = target.resolve(long1).resolve("file");
        assertThat(copy).hasContent("content");
        assertThat((Integer) Files.getAttribute(copy, "unix:mode") & 07777).isEqualTo(0751);
        assertThat(Files.getLastModifiedTime(copy)).isEqualTo(FileTime.fromMillis(1_234_567_891));
        assertThat((Integer) Files.getAttribute(target.resolve(long1), "unix:mode") & 07777)
                .isEqualTo(0500);
    }

    @Test
    void aFileThatIsWrittenAndCutOffAllTheTimeDoesNotBreakTheArchive() throws Exception {
        Path file = Files.write(source.resolve("busy"), new byte[1 << 20]);
        Thread writer = new Thread(() -> {
            try (RandomAccessFile busy = new RandomAccessFile(file.toFile(), "rw")) {
                for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
                    busy.setLength(i % 2 == 0 ? 0 : 3 << 20);
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        writer.start();
        try {
            for (int i = 0; i < 30; i++) {
                assertThat(new GZIPInputStream(new ByteArrayInputStream(written())).readAllBytes())
                        .hasSizeGreaterThan(512);
            }
        } finally {
            writer.interrupt();
            writer.join();
        }
        restore(written());
        assertThat(target.resolve("busy")).exists();
    }

    @Test
    void aFolderThatIsSwappedForALinkMeanwhilePutFilesOfTheHostIntoTheSnapshot() throws Exception {
        Path host = Files.createDirectory(folder.resolve("host"));
        for (int i = 0; i < 100; i++) {
            Files.writeString(host.resolve("file-" + i), "secret of the host");
        }
        Path inner = Files.createDirectory(source.resolve("inner"));
        for (int i = 0; i < 100; i++) {
            Files.writeString(inner.resolve("file-" + i), "of the sandbox");
        }
        try (Swapping swapping = Swapping.of(inner, host)) {
            swapping.awaitFirst();
            for (int i = 0; i < 20; i++) {
                byte[] plain = new GZIPInputStream(new ByteArrayInputStream(written())).readAllBytes();
                assertThat(new String(plain, StandardCharsets.ISO_8859_1)).doesNotContain("secret of the host");
            }
        }
    }

    @Test
    void anArchiveOfSomebodyElseIsRefused() {
        assertThatThrownBy(() -> restore("no archive".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
        assertThat(Files.exists(target.resolve("link"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
    }
}
