package dev.sandboxed.guest.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ListingTests extends LocalGuestTest {

    private static final List<String> ODD_NAMES = List.of(
            " space ",
            "line\nbreak",
            "end\n",
            "\n",
            "-rf",
            "--",
            "-",
            "quotes ' and \"",
            "$HOME `id` $(id)",
            "*?[a]{b}\\",
            "a;b&c|d>e#f",
            "%s\\n|",
            "n".repeat(255),
            "gr\u00fc\u00dfe",
            "\ud83c\udf89 party",
            "\u00e9".repeat(127));

    @Test
    void statTellsWhatThereIs() throws IOException {
        Path file = Files.writeString(guest.at("file"), "12345");
        Files.setAttribute(file, "unix:mode", 06640);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2001-02-03T04:05:06.012345678Z")));
        Files.createDirectory(guest.at("dir"));
        Files.createSymbolicLink(guest.at("link"), Path.of("no//where\n"));

        assertThat(files.stat("file"))
                .isEqualTo(new FileEntry(
                        guest.at("file").toString(),
                        FileType.FILE,
                        5,
                        06640,
                        Instant.parse("2001-02-03T04:05:06.012345678Z"),
                        Optional.empty()));
        assertThat(files.stat("dir").type()).isEqualTo(FileType.DIRECTORY);
        assertThat(files.stat("dir").size()).isZero();
        assertThat(files.stat("link").linkTarget())
                .contains(Files.readSymbolicLink(guest.at("link")).toString());
        assertThat(files.stat("link").type()).isEqualTo(FileType.LINK);
        assertThat(files.stat("/dev/null").type()).isEqualTo(FileType.OTHER);
        assertThat(files.stat("/").path()).isEqualTo("/");
    }

    @Test
    void missingEntriesAreSaidToBeMissing() throws IOException {
        Files.createSymbolicLink(guest.at("dangling"), Path.of("nowhere"));
        missing("look at", "missing", () -> files.stat("missing"));
        missing("look at", "no/such", () -> files.stat("no/such"));
        missing("list", "missing", () -> files.list("missing"));
        missing("list", "dangling", () -> files.list("dangling"));
        missing("list", "missing", () -> files.walk("missing"));

        assertThat(files.exists("missing")).isFalse();
        assertThat(files.exists("dangling")).isTrue();
    }

    @Test
    void aFileIsNotListed() throws IOException {
        Files.writeString(guest.at("file"), "1");

        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> files.list("file"))
                .withMessageContaining("Cannot list 'file': it is not a directory")
                .isNotInstanceOf(SandboxFileNotFoundException.class);
    }

    @Test
    void oddNamesAreListedAndUsed() throws IOException {
        for (String name : ODD_NAMES) {
            files.write("odd/" + name, "content of " + name);
            files.link("links/" + name, name);
        }

        assertThat(files.list("odd"))
                .extracting(FileEntry::name)
                .containsExactlyElementsOf(ODD_NAMES.stream().sorted().toList());
        assertThat(files.walk("links"))
                .hasSameSizeAs(ODD_NAMES)
                .allSatisfy(link -> assertThat(link.linkTarget()).contains(link.name()));
        for (String name : ODD_NAMES) {
            assertThat(files.readText("odd/" + name)).isEqualTo("content of " + name);
            files.move("odd/" + name, name);
            files.chmod(name, 0600);
            assertThat(files.stat(name).mode()).isEqualTo(0600);
            files.delete(name);
            assertThat(files.exists(name)).isFalse();
        }
        assertThat(files.list("odd")).isEmpty();
    }

    @Test
    void listingIsSortedWithPathsBelowTheGivenOne() throws IOException {
        for (String name : List.of("b", "a.x", "a", ".h")) {
            Files.createDirectories(guest.at("dir/" + name));
        }
        Files.writeString(guest.at("dir/a/f"), "1");
        Files.createSymbolicLink(guest.at("link"), Path.of("dir"));

        assertThat(files.list("link"))
                .extracting(FileEntry::path)
                .containsExactly(paths("link/.h", "link/a", "link/a.x", "link/b"));
        assertThat(files.walk("dir"))
                .extracting(FileEntry::path)
                .containsExactly(paths("dir/.h", "dir/a", "dir/a/f", "dir/a.x", "dir/b"));
        assertThat(files.walk("link"))
                .extracting(FileEntry::relativePath)
                .containsExactly(".h", "a", "a/f", "a.x", "b");
        assertThat(files.walk(".", 2))
                .extracting(FileEntry::relativePath)
                .containsExactly("dir", "dir/.h", "dir/a", "dir/a.x", "dir/b", "link");
        assertThat(files.walk("dir", 1)).isEqualTo(files.list("dir"));
        assertThat(files.stat("dir/a/f").relativePath()).isEqualTo("f");
        assertThat(files.glob("link", "*/f")).extracting(FileEntry::path).containsExactly(paths("link/a/f"));
    }

    @Test
    void twoThousandFilesAreWalkedWithTwoCommands() throws IOException {
        for (int d = 0; d < 20; d++) {
            Path dir = Files.createDirectories(guest.at("tree/d" + d));
            for (int i = 0; i < 100; i++) {
                Files.writeString(dir.resolve("f" + i), "file " + i);
            }
            Files.createSymbolicLink(dir.resolve("l"), Path.of("../d" + d));
        }
        files.stat(".");
        guest.execs = 0;

        assertThat(files.walk("tree")).hasSize(20 * 102);
        assertThat(guest.execs).isEqualTo(2);
    }

    private String[] paths(String... relative) {
        return List.of(relative).stream()
                .map(name -> guest.workdir + "/" + name)
                .toArray(String[]::new);
    }

    private static void missing(String operation, String path, ThrowingCallable call) {
        assertThatExceptionOfType(SandboxFileNotFoundException.class)
                .isThrownBy(call)
                .withMessageStartingWith("Cannot " + operation + " '" + path + "': there is no such file or directory");
    }
}
