package dev.sandboxed.testkit.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SeedFile;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Upload and download as every provider inherits them, on files in memory. */
class TreeTransferTests {

    private final SandboxFiles files =
            MockSandboxProvider.builder().build().create(SandboxSpec.defaults()).files();

    @TempDir
    Path host;

    @Test
    void uploadKeepsBytesModesAndLinks() throws IOException {
        Path tree = hostTree();
        files.upload(tree, "in");

        assertThat(files.readBytes("in/a.bin")).containsExactly(0, 0xff, 10);
        assertThat(files.stat("in/a.bin").mode()).isEqualTo(0640);
        assertThat(files.stat("in/sub/run.sh").mode()).isEqualTo(0755);
        assertThat(files.stat("in/sub").mode()).isEqualTo(0750);
        assertThat(files.stat("in/sub/l").linkTarget()).contains("../a.bin");
        assertThat(files.stat("in/empty").isDirectory()).isTrue();
        assertThat(files.walk("in")).hasSize(5);
    }

    @Test
    void uploadTakesASingleFile() throws IOException {
        Path file = Files.writeString(host.resolve("one.txt"), "1");
        files.upload(file, "/data/two.txt");

        assertThat(files.readText("/data/two.txt")).isEqualTo("1");
    }

    @Test
    void uploadSaysWhenThereIsNothingToTake() {
        Path missing = host.resolve("missing");

        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> files.upload(missing, "in"))
                .withMessageStartingWith("Cannot upload '" + missing + "' to 'in': ")
                .withMessageContaining("remedy: check that both ends exist and may be read or written")
                .withCauseInstanceOf(IOException.class);
    }

    @Test
    void uploadTellsItsProgress() throws IOException {
        List<String> told = new ArrayList<>();
        Path folder = Files.createDirectory(host.resolve("p"));
        Files.writeString(folder.resolve("a"), "12345");
        files.upload(folder, "in", (path, count, bytes) -> told.add(path + " " + count + " " + bytes));

        assertThat(told).containsExactly("in/a 1 5");
    }

    @Test
    void ofSeedFilesWithTheSamePathTheLastOneLiesThere() {
        SandboxFiles seeded = MockSandboxProvider.builder()
                .build()
                .create(SandboxSpec.builder()
                        .seed(SeedFile.text("a", "first"))
                        .seed(SeedFile.text("b/c", "plain"))
                        .seed(SeedFile.text("a", "second"))
                        .seed(SeedFile.bytes("run.sh", new byte[] {'x'}, 0755))
                        .seed(SeedFile.bytes("b/c", new byte[] {'y'}, 0600))
                        .seed(SeedFile.text("run.sh", "plain again"))
                        .build())
                .files();
        assertThat(seeded.readText("a")).isEqualTo("second");
        assertThat(seeded.readText("b/c")).isEqualTo("y");
        assertThat(seeded.stat("b/c").mode()).isEqualTo(0600);
        assertThat(seeded.readText("run.sh")).isEqualTo("plain again");
    }

    @Test
    void seedFilesOfTheHostLieInTheSandboxFromTheBeginning() throws IOException {
        SandboxFiles seeded = MockSandboxProvider.builder()
                .build()
                .create(SandboxSpec.builder()
                        .seed(SeedFile.fromHost("in", hostTree()))
                        .build())
                .files();

        assertThat(seeded.stat("in/sub/run.sh").mode()).isEqualTo(0755);
    }

    @Test
    void downloadGivesBackWhatWasUploaded() throws IOException {
        files.upload(hostTree(), "in");
        Path back = host.resolve("deep/back");
        files.download("in", back);

        assertThat(back.resolve("a.bin")).hasBinaryContent(new byte[] {0, (byte) 0xff, 10});
        assertThat(modeOf(back.resolve("a.bin"))).isEqualTo("rw-r-----");
        assertThat(modeOf(back.resolve("sub"))).isEqualTo("rwxr-x---");
        assertThat(modeOf(back.resolve("sub/run.sh"))).isEqualTo("rwxr-xr-x");
        assertThat(Files.readSymbolicLink(back.resolve("sub/l"))).isEqualTo(Path.of("../a.bin"));
        assertThat(back.resolve("empty")).isEmptyDirectory();
    }

    @Test
    void downloadTakesASingleFileAndReplacesWhatIsThere() throws IOException {
        files.write("a.sh", new ByteArrayInputStream(new byte[] {'1'}), WriteOptions.DEFAULT.withMode(0700));
        Path target = Files.writeString(host.resolve("a.sh"), "something longer");
        files.download("a.sh", target);
        files.download("a.sh", host.resolve("made/for/it"));

        assertThat(target).hasContent("1");
        assertThat(modeOf(target)).isEqualTo("rwx------");
        assertThat(host.resolve("made/for/it")).hasContent("1");
    }

    @Test
    void downloadReplacesALinkInsteadOfWritingThroughIt() throws IOException {
        files.write("t/a", "new");
        Path precious = Files.writeString(host.resolve("precious"), "old");
        Path target = Files.createDirectory(host.resolve("target"));
        Files.createSymbolicLink(target.resolve("a"), precious);
        files.download("t", target);

        assertThat(precious).hasContent("old");
        assertThat(target.resolve("a")).hasContent("new").isRegularFile();
        assertThat(Files.isSymbolicLink(target.resolve("a"))).isFalse();
    }

    @Test
    void downloadRefusesAFolderOfTheTargetThatLeadsOut() throws IOException {
        files.write("t/sub/a", "new");
        Path outside = Files.createDirectory(host.resolve("outside"));
        Path target = Files.createDirectory(host.resolve("target"));
        Files.createSymbolicLink(target.resolve("sub"), outside);

        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> files.download("t", target))
                .withMessageContaining("has a directory 'sub', and in '" + target + "' that is a link");
        assertThat(outside).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "..", "../..", "../../x", "sub/../../x", "./../x"})
    void downloadRefusesLinksThatLeaveWithNothingWritten(String linkTarget) {
        files.write("t/a", "1");
        files.link("t/z", linkTarget);
        Path target = host.resolve("target");

        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> files.download("t", target))
                .withMessageStartingWith("Refused to download '/workspace/t/z': it would leave the target '" + target
                        + "': it is a link to '" + linkTarget + "'")
                .satisfies(refused -> assertThat(refused.path()).isEqualTo("/workspace/t/z"));
        assertThat(target).doesNotExist();
    }

    @Test
    void downloadKeepsLinksThatStay() throws IOException {
        files.write("t/sub/a", "1");
        files.link("t/sub/up", "../sub/a");
        files.link("t/self", ".");
        Path target = host.resolve("target");
        files.download("t", target);

        assertThat(target.resolve("sub/up")).hasContent("1");
        assertThat(Files.readSymbolicLink(target.resolve("self"))).isEqualTo(Path.of("."));
    }

    @ParameterizedTest
    @CsvSource({
        "/workspace/t/../../evil, would leave the target",
        "/workspace/t/.., would leave the target",
        "/workspace/t/./evil, would leave the target",
        "/etc/evil, is not below '/workspace/t'",
        "/workspace/tt/evil, is not below '/workspace/t'"
    })
    void downloadRefusesNamesThatLeaveWithNothingWritten(String name, String why) {
        files.write("t/a", "1");
        Path target = host.resolve("target");

        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> new LyingFiles(files, name).download("t", target))
                .withMessageContaining(why);
        assertThat(target).doesNotExist();
    }

    @Test
    void downloadTellsItsProgress() {
        files.write("t/a", "12345");
        files.write("t/b/c", "678");
        List<String> told = new ArrayList<>();
        files.download("t", host.resolve("target"), (path, count, bytes) -> told.add(path + " " + count + " " + bytes));

        assertThat(told).containsExactly("/workspace/t/a 1 5", "/workspace/t/b/c 2 8");
    }

    @Test
    void downloadSaysWhenThereIsNothingToTake() {
        assertThatExceptionOfType(SandboxFileNotFoundException.class)
                .isThrownBy(() -> files.download("missing", host.resolve("x")));
        assertThat(host.resolve("x")).doesNotExist();
    }

    private Path hostTree() throws IOException {
        Path tree = Files.createDirectories(host.resolve("tree"));
        Path sub = Files.createDirectory(tree.resolve("sub"));
        Files.createDirectory(tree.resolve("empty"));
        Files.write(tree.resolve("a.bin"), new byte[] {0, (byte) 0xff, 10});
        Files.writeString(sub.resolve("run.sh"), "#!/bin/sh\n");
        Files.createSymbolicLink(sub.resolve("l"), Path.of("../a.bin"));
        setMode(tree.resolve("a.bin"), "rw-r-----");
        setMode(sub.resolve("run.sh"), "rwxr-xr-x");
        setMode(sub, "rwxr-x---");
        return tree;
    }

    private static void setMode(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private static String modeOf(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
