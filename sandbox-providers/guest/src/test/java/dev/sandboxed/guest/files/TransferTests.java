package dev.sandboxed.guest.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransferTests extends LocalGuestTest {

    @TempDir
    Path host;

    @Test
    void aTreeComesBackAsItWent() throws IOException {
        Path tree = tree();
        files.upload(tree, "in/side");
        files.download("in/side", host.resolve("made/back"));

        assertThat(describe(guest.at("in/side"))).isEqualTo(describe(tree));
        assertThat(describe(host.resolve("made/back"))).isEqualTo(describe(tree));
    }

    @Test
    void twoThousandFilesTakeAFewRoundTrips() throws IOException {
        Path tree = Files.createDirectory(host.resolve("tree"));
        for (int d = 0; d < 20; d++) {
            Path dir = Files.createDirectories(tree.resolve("d" + d));
            for (int i = 0; i < 100; i++) {
                Files.writeString(dir.resolve("f" + i), "file " + d + " " + i);
            }
        }
        files.stat(".");
        guest.execs = 0;
        files.upload(tree, "tree");
        files.download("tree", host.resolve("back"));

        assertThat(describe(host.resolve("back"))).isEqualTo(describe(tree)).hasSize(2021);
        assertThat(guest.execs).isLessThanOrEqualTo(4);
        assertThat(guest.stores).isOne();
        assertThat(guest.fetches).isOne();
    }

    @Test
    void anUploadKeepsWhatIsThereAndFollowsLinkedDirectories() throws IOException {
        Path tree = Files.createDirectories(host.resolve("tree"));
        Files.createDirectory(tree.resolve("linked"));
        Files.writeString(tree.resolve("linked/new"), "new");
        Files.createDirectories(guest.at("elsewhere"));
        Files.createDirectories(guest.at("in"));
        Files.writeString(guest.at("in/old"), "old");
        Files.createSymbolicLink(guest.at("in/linked"), Path.of("../elsewhere"));
        files.upload(tree, "in");

        assertThat(guest.at("in/old")).hasContent("old");
        assertThat(guest.at("elsewhere/new")).hasContent("new");
        assertThat(guest.at("in/linked")).isSymbolicLink();
    }

    @Test
    void progressIsToldFileByFile() throws IOException {
        Path tree = Files.createDirectories(host.resolve("p"));
        Files.writeString(tree.resolve("a"), "12345");
        List<String> told = new ArrayList<>();
        files.upload(tree, "in", (path, count, bytes) -> told.add(path + " " + count + " " + bytes));
        files.upload(tree.resolve("a"), "b", (path, count, bytes) -> told.add(path + " " + count + " " + bytes));
        files.download("in", host.resolve("q"), (path, count, bytes) -> told.add(path + " " + count + " " + bytes));

        assertThat(told).containsExactly("in/a 1 5", "b 1 5", guest.at("in/a") + " 1 5");
    }

    @Test
    void singleFilesKeepTheirModes() throws IOException {
        Path file = Files.writeString(host.resolve("-one"), "1");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));
        files.upload(file, "some/where/two");
        files.link("link", "some/where/two");
        files.download("link", host.resolve("new/three"));

        assertThat(files.stat("some/where/two").mode()).isEqualTo(0750);
        assertThat(host.resolve("new/three")).isRegularFile().hasContent("1");
        assertThat(describe(host.resolve("new"))).containsEntry("three", "rwxr-x--- 1");
    }

    @Test
    void furtherNamesOfAFileBecomeCopies() throws IOException {
        Files.createDirectories(guest.at("t/sub"));
        Files.writeString(guest.at("t/a"), "shared");
        Files.createLink(guest.at("t/b"), guest.at("t/a"));
        Files.createLink(guest.at("t/sub/c"), guest.at("t/a"));
        files.download("t", host.resolve("back"));

        for (String name : List.of("a", "b", "sub/c")) {
            assertThat(host.resolve("back/" + name)).isRegularFile().hasContent("shared");
        }
    }

    @Test
    void aLinkedFolderIsDownloadedAndLinksThatLeaveAreNot() throws IOException {
        Files.createDirectories(guest.at("real"));
        Files.createSymbolicLink(guest.at("link"), Path.of("real"));
        Files.writeString(guest.at("real/a"), "1");
        files.download("link", host.resolve("one"));
        assertThat(host.resolve("one/a")).hasContent("1");

        Files.createSymbolicLink(guest.at("real/out"), Path.of("/etc/passwd"));
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> files.download("real", host.resolve("two")))
                .withMessageStartingWith("Refused to download '" + guest.at("real/out")
                        + "': it would leave the target '" + host.resolve("two")
                        + "': it is a link to '/etc/passwd'");
        assertThat(host.resolve("two")).doesNotExist();
    }

    @Test
    void missingSourcesAreTold() {
        assertThatExceptionOfType(SandboxFileNotFoundException.class)
                .isThrownBy(() -> files.download("missing", host.resolve("x")))
                .withMessageStartingWith("Cannot download 'missing': there is no such file or directory");
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> files.upload(host.resolve("x"), "in"))
                .withMessageStartingWith("Cannot upload '" + host.resolve("x") + "' to 'in': ")
                .isNotInstanceOf(SandboxFileNotFoundException.class);
        assertThat(guest.stores).isZero();
    }

    @Test
    void specialFilesOfTheHostAreRefusedBeforeAnythingIsSent() {
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> files.upload(Path.of("/dev/null"), "in"))
                .withMessageContaining("neither a file, a directory nor a link");
        assertThat(guest.execs + guest.stores).isZero();
    }

    /** Modes that shut the owner out, links, empty folders, odd names and a file that is not read into memory. */
    private Path tree() throws IOException {
        Path tree = Files.createDirectory(host.resolve("tree"));
        Path shut = Files.createDirectories(tree.resolve("sub/shut/deep"));
        Files.createDirectory(tree.resolve("empty"));
        Files.write(tree.resolve("large"), new byte[3 << 20]);
        Files.writeString(tree.resolve("sub/line\nbreak \u00e9"), "#!/bin/sh\n");
        Files.writeString(shut.resolve("n".repeat(255)), "deep");
        Files.createSymbolicLink(tree.resolve("sub/l"), Path.of("../large"));
        Files.createSymbolicLink(tree.resolve("sub/dangling\n"), Path.of("n".repeat(250)));
        setMode(tree.resolve("large"), "rw-r-----");
        setMode(tree.resolve("sub/line\nbreak \u00e9"), "rwxr-xr-x");
        setMode(tree.resolve("sub/shut/deep"), "r-x------");
        setMode(tree.resolve("sub/shut"), "r-x------");
        setMode(tree, "rwxr-x---");
        return tree;
    }

    private static Map<String, String> describe(Path top) throws IOException {
        Map<String, String> lines = new TreeMap<>();
        try (Stream<Path> all = Files.walk(top)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                String line = Files.isSymbolicLink(path)
                        ? "link to " + Files.readSymbolicLink(path)
                        : PosixFilePermissions.toString(Files.getPosixFilePermissions(path))
                                + (Files.isDirectory(path) ? "" : " " + Files.readString(path));
                lines.put(top.relativize(path).toString(), line);
            }
        }
        return lines;
    }

    private static void setMode(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
}
