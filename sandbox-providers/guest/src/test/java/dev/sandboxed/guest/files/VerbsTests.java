package dev.sandboxed.guest.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class VerbsTests extends LocalGuestTest {

    @Test
    void directoriesAreMadeWithTheirParents() throws IOException {
        files.mkdirs("a/b c/d");
        files.mkdirs("a/b c");
        Files.writeString(guest.at("file"), "1");

        assertThat(guest.at("a/b c/d")).isDirectory();
        refused(() -> files.mkdirs("file"), "Cannot make the directory 'file': something else is in its place");
    }

    @Test
    void deletingSparesWhatLinksLeadTo() throws IOException {
        Files.createDirectories(guest.at("kept/sub"));
        Files.createDirectories(guest.at("dir/sub"));
        Files.createSymbolicLink(guest.at("dir/out"), Path.of("../kept"));
        Files.createSymbolicLink(guest.at("link"), Path.of("kept"));
        refused(() -> files.delete("dir"), "Cannot delete 'dir': there is a directory that is not empty");
        files.deleteAll("dir");
        files.delete("link");
        files.mkdirs("empty");
        files.delete("empty");

        assertThat(guest.workdir).isDirectoryNotContaining("glob:**/{dir,link,empty}");
        assertThat(guest.at("kept/sub")).isDirectory();
        missing(() -> files.delete("dir"), "Cannot delete 'dir'");
        refused(() -> files.delete("/"), "The root of the sandbox cannot be deleted");
        missing(() -> files.deleteAll("dir"), "Cannot delete 'dir'");
        refused(() -> files.deleteAll("/"), "The root of the sandbox cannot be deleted");
        refused(() -> files.delete("/a/.."), "The root of the sandbox cannot be deleted");
    }

    @Test
    void movingReplacesFilesLinksAndEmptyDirectories() throws IOException {
        Files.createDirectories(guest.at("full/sub"));
        Files.createDirectories(guest.at("empty"));
        Files.createSymbolicLink(guest.at("link"), Path.of("full"));
        for (String target : List.of("new/place/to", "old", "empty", "link")) {
            Files.writeString(guest.at("from"), "moved to " + target);
            files.move("from", target);

            assertThat(guest.at(target)).isRegularFile().hasContent("moved to " + target);
            assertThat(guest.at("from")).doesNotExist();
        }
        assertThat(guest.at("full")).isDirectoryNotContaining("glob:**/from");
        files.move("full", "renamed");
        assertThat(guest.at("renamed/sub")).isDirectory();
        Files.createSymbolicLink(guest.at("dangling"), Path.of("nowhere"));
        files.move("dangling", "old");
        assertThat(guest.at("old")).isSymbolicLink();
    }

    @Test
    void movingRefusesWhatCannotBeMoved() throws IOException {
        Files.createDirectories(guest.at("full/sub"));
        Files.createDirectories(guest.at("same"));
        Files.createSymbolicLink(guest.at("here"), Path.of("."));
        Files.writeString(guest.at("file"), "1");

        missing(() -> files.move("missing", "to"), "Cannot move 'missing'");
        missing(() -> files.move("missing", "missing"), "'missing'");
        refused(
                () -> files.move("file", "full"),
                "Cannot move 'file' to 'full': there is a directory that is not empty");
        refused(() -> files.move("full", "full/sub/deeper"), "Cannot move 'full' to 'full/sub/deeper'");
        files.move("same", "here/same");
        files.move("same", "same");
        assertThat(guest.at("same")).isDirectory();
        assertThat(guest.at("file")).hasContent("1");
    }

    @Test
    void modesHaveTwelveBits() throws IOException {
        Files.writeString(guest.at("file"), "1");
        Files.createDirectory(guest.at("dir"));
        Files.createSymbolicLink(guest.at("link"), Path.of("file"));
        Files.createSymbolicLink(guest.at("dangling"), Path.of("nowhere"));
        for (String path : List.of("file", "dir")) {
            for (int mode : new int[] {07777, 0, 02755, 0755, 01700}) {
                files.chmod(path, mode);
                assertThat(files.stat(path).mode()).isEqualTo(mode);
            }
        }
        files.chmod("link", 0640);
        assertThat(files.stat("file").mode()).isEqualTo(0640);
        missing(() -> files.chmod("missing", 0644), "Cannot set the mode of 'missing'");
        missing(() -> files.chmod("dangling", 0644), "Cannot set the mode of 'dangling'");
        assertThatIllegalArgumentException().isThrownBy(() -> files.chmod("file", 010000));
    }

    @Test
    void linksAreMadeLiterallyAndReplaceLinksAndFiles() throws IOException {
        Files.createDirectory(guest.at("dir"));
        Files.writeString(guest.at("file"), "1");
        for (String target : List.of("dir", "-rf", "/no/where", "../up", "a\nb\n", "dir")) {
            files.link("links/l", target);
            assertThat(files.stat("links/l").linkTarget()).contains(target);
            assertThat(Files.readSymbolicLink(guest.at("links/l"))).hasToString(target);
        }
        files.link("file", "dir");
        assertThat(guest.at("file")).isSymbolicLink();
        Files.writeString(guest.at("dir/child"), "1");
        refused(() -> files.link("dir", "x"), "Cannot make the link 'dir': there is a directory that is not empty");
        assertThatIllegalArgumentException().isThrownBy(() -> files.link("l", ""));
    }

    @Test
    void everyOperationAsksTheGuardFirst() {
        guest.guard = () -> {
            throw new SandboxDestroyedException(Fault.of("gone"));
        };
        Map<String, ThrowingCallable> operations = Map.ofEntries(
                Map.entry("read", () -> files.read("f")),
                Map.entry("write", () -> files.write("f", "1")),
                Map.entry("writeAll", () -> files.writeAll(Map.of())),
                Map.entry("stat", () -> files.stat("f")),
                Map.entry("list", () -> files.list("f")),
                Map.entry("walk", () -> files.walk("f")),
                Map.entry("exists", () -> files.exists("f")),
                Map.entry("mkdirs", () -> files.mkdirs("f")),
                Map.entry("delete", () -> files.delete("f")),
                Map.entry("deleteAll", () -> files.deleteAll("f")),
                Map.entry("move", () -> files.move("f", "g")),
                Map.entry("chmod", () -> files.chmod("f", 0)),
                Map.entry("link", () -> files.link("f", "g")),
                Map.entry("upload", () -> files.upload(folder, "f")),
                Map.entry("download", () -> files.download("f", folder.resolve("g"))));
        operations.forEach((name, operation) -> assertThatExceptionOfType(SandboxDestroyedException.class)
                .as(name)
                .isThrownBy(operation));
        assertThat(guest.execs + guest.stores + guest.fetches).isZero();
    }

    @Test
    void relativePathsDoNotLeaveTheWorkdir() {
        refused(() -> files.write("sub/../../outside", "1"), "leaves the workdir");
    }

    private static void missing(ThrowingCallable call, String what) {
        assertThatExceptionOfType(SandboxFileNotFoundException.class)
                .isThrownBy(call)
                .withMessageContaining(what)
                .withMessageContaining("there is no such file or directory [provider local, sandbox sbx-1]");
    }

    private static void refused(ThrowingCallable call, String what) {
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(call)
                .withMessageContaining(what)
                .withMessageContaining("remedy: ")
                .isNotInstanceOf(SandboxFileNotFoundException.class);
    }
}
