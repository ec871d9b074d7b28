package dev.sandboxed.api.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.error.SandboxFileException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostTreeTests {

    private static final FileEntry TOP = entry("/t", FileType.DIRECTORY, 0750, null);

    @TempDir
    Path host;

    @Test
    void whatIsListedCanBeWritten() throws IOException {
        Path source = Files.createDirectories(host.resolve("source"));
        Files.createDirectory(source.resolve("shut"));
        Files.writeString(source.resolve("shut/f"), "content");
        Files.createSymbolicLink(source.resolve("l"), Path.of("shut/f"));
        Files.setPosixFilePermissions(source.resolve("shut"), PosixFilePermissions.fromString("r-x------"));
        List<HostTree.Item> items = HostTree.list(source.toRealPath(), "in");
        List<FileEntry> entries = items.stream().map(HostTree.Item::entry).toList();
        List<String> told = new ArrayList<>();
        HostTree target = new HostTree(
                host.resolve("a/target"),
                DownloadOptions.DEFAULT.withProgress((path, files, bytes) -> told.add(path + " " + files)));
        target.write(
                entries.get(0),
                entries.subList(1, entries.size()),
                file -> Files.newInputStream(source.resolve(file.pathBelow("in"))));

        assertThat(entries).extracting(FileEntry::path).containsExactlyInAnyOrder("in", "in/shut", "in/shut/f", "in/l");
        assertThat(host.resolve("a/target/shut/f")).hasContent("content");
        assertThat(Files.getPosixFilePermissions(host.resolve("a/target/shut")))
                .isEqualTo(PosixFilePermissions.fromString("r-x------"));
        assertThat(Files.readSymbolicLink(host.resolve("a/target/l"))).isEqualTo(Path.of("shut/f"));
        assertThat(told).hasSize(2).last().asString().endsWith(" 2");
    }

    @Test
    void aSpecialFileOfTheHostIsNotListed() {
        assertThatExceptionOfType(FileSystemException.class)
                .isThrownBy(() -> HostTree.list(Path.of("/dev/null"), "in"))
                .withMessage("/dev/null: neither a file, a directory nor a link");
    }

    @ParameterizedTest
    @CsvSource({
        "/t/link/file, FILE, does not lie in a directory",
        "/t/file/below, FILE, does not lie in a directory",
        "/t/missing/below, FILE, does not lie in a directory",
        "/t/file, FILE, is there twice",
        "/t//file, FILE, would leave the target",
        "/t/../x, FILE, would leave the target",
        "/tt, FILE, is not below '/t'",
        "/t/pipe, OTHER, 'is neither a file, a directory nor a link'"
    })
    void anEntryOutOfPlaceRefusesAllOfThem(String path, FileType type, String why) {
        List<FileEntry> entries = List.of(
                entry("/t/file", FileType.FILE, 0644, null),
                entry("/t/link", FileType.LINK, 0777, "."),
                entry(path, type, 0644, null));

        refused(entries, why);
    }

    @Test
    void aLinkWhoseFolderIsALinkItselfCannotLieAboutWhereItLeads() {
        refused(
                List.of(
                        entry("/t/d", FileType.DIRECTORY, 0755, null),
                        entry("/t/d", FileType.LINK, 0777, "."),
                        entry("/t/d/e", FileType.DIRECTORY, 0755, null),
                        entry("/t/d/e/out", FileType.LINK, 0777, "../..")),
                "is there twice");
    }

    @Test
    void aSpecialFileIsNotWritten() {
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> write(entry("/dev/null", FileType.OTHER, 0666, null), List.of()))
                .withMessageStartingWith("Refused to download '/dev/null': it is neither");
    }

    private void refused(List<FileEntry> entries, String why) {
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> write(TOP, entries))
                .withMessageContaining(why)
                .withMessageContaining("remedy: ");
        assertThat(host).isEmptyDirectory();
    }

    private void write(FileEntry top, List<FileEntry> below) throws IOException {
        new HostTree(host.resolve("target"), DownloadOptions.DEFAULT)
                .write(top, below, file -> new ByteArrayInputStream("1".getBytes(StandardCharsets.UTF_8)));
    }

    private static FileEntry entry(String path, FileType type, int mode, String target) {
        return new FileEntry(path, type, 0, mode, Instant.EPOCH, Optional.ofNullable(target));
    }
}
