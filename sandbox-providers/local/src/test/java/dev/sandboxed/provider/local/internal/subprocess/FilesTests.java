package dev.sandboxed.provider.local.internal.subprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilesTests extends WithProvider {

    private Sandbox sandbox;
    private SandboxFiles files;

    @BeforeEach
    void createSandbox() {
        sandbox = create();
        files = sandbox.files();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4096, 1 << 20})
    void whatIsWrittenIsReadBackByteExact(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        files.write("made/on/the/way.bin", content);
        assertThat(files.readBytes("/workspace/made/on/the/way.bin")).isEqualTo(content);
        assertThat(sandbox.shell("wc -c < made/on/the/way.bin").stdout().strip())
                .isEqualTo("" + size);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void overwritingReplacesAndSetsTheMode(boolean atomic) {
        files.write("f", "a long first text");
        WriteOptions options = WriteOptions.DEFAULT.withMode(0750);
        files.write("f", new ByteArrayInputStream(new byte[] {'x'}), atomic ? options.atomically() : options);
        assertThat(files.readText("f")).isEqualTo("x");
        assertThat(files.stat("f").mode()).isEqualTo(0750);
        assertThat(files.list(".")).extracting(FileEntry::name).containsExactly("f");
    }

    @Test
    void missingFilesAndDirectoriesAreToldApart() {
        files.mkdirs("dir");
        assertThatThrownBy(() -> files.read("no/such"))
                .isInstanceOf(SandboxFileNotFoundException.class)
                .hasMessageContaining("'no/such'");
        assertThatThrownBy(() -> files.read("dir"))
                .isExactlyInstanceOf(SandboxFileException.class)
                .hasMessageContaining("'dir' is a directory");
        assertThatThrownBy(() -> files.write("dir", "x")).hasMessageContaining("'dir' is a directory");
        assertThatThrownBy(() -> files.list("nope")).isInstanceOf(SandboxFileNotFoundException.class);
        assertThatThrownBy(() -> files.delete("nope")).isInstanceOf(SandboxFileNotFoundException.class);
        assertThatThrownBy(() -> files.move("nope", "x")).isInstanceOf(SandboxFileNotFoundException.class);
        assertThatThrownBy(() -> files.chmod("nope", 0600)).isInstanceOf(SandboxFileNotFoundException.class);
    }

    @Test
    void pipeOfTheSandboxIsNotOpenedAndSoCannotHang() {
        sandbox.exec("mkfifo", "pipe");
        assertThat(files.stat("pipe").type()).isEqualTo(FileType.OTHER);
        assertThatThrownBy(() -> files.read("pipe")).hasMessageContaining("not a plain file");
        assertThatThrownBy(() -> files.write("pipe", "x")).hasMessageContaining("not a plain file");
    }

    @Test
    void statTellsTypeSizeModeTimeAndTarget() {
        files.write("f", "12345");
        files.chmod("f", 04755);
        files.link("link", "f");
        FileEntry file = files.stat("f");
        assertThat(file.path()).isEqualTo("/workspace/f");
        assertThat(file.size()).isEqualTo(5);
        assertThat(file.mode()).isEqualTo(04755);
        assertThat(file.modified())
                .isBetween(
                        Instant.now().minus(Duration.ofMinutes(1)),
                        Instant.now().plusSeconds(1));
        assertThat(files.stat("link").linkTarget()).contains("f");
        assertThat(files.stat("/workspace").isDirectory()).isTrue();
    }

    @Test
    void deleteAndMoveTreatLinksAsThemselves() {
        files.write("keep/me", "kept");
        files.link("link", "keep");
        files.move("link", "moved");
        files.delete("moved");
        assertThat(files.readText("keep/me")).isEqualTo("kept");
        files.write("other", "o");
        files.move("other", "deep/er/me");
        assertThat(files.readText("deep/er/me")).isEqualTo("o");
        assertThatThrownBy(() -> files.delete("deep"))
                .isInstanceOfSatisfying(
                        SandboxFileException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(FileFailure.NOT_EMPTY))
                .hasMessageContaining("Cannot delete 'deep': there is a directory that is not empty")
                .hasMessageContaining("deleteAll");
        files.deleteAll("deep");
        assertThat(files.exists("deep")).isFalse();
    }

    @Test
    void namesMayBeAnythingThatLinuxAllows() {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        for (String name : new String[] {"a b", "line\nbreak", "ünïcode-€-漢", "-dash", "*?[", "x".repeat(255)}) {
            contents.put(name, name.getBytes(StandardCharsets.UTF_8));
        }
        files.writeAll(contents);
        contents.forEach((name, content) -> assertThat(files.readBytes(name)).isEqualTo(content));
        assertThat(files.list(".")).extracting(FileEntry::name).containsExactlyInAnyOrderElementsOf(contents.keySet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"../outside", "a/../../outside", "/../outside", "/workspace/../../outside"})
    void pathsThatClimbOutAreRefused(String path) {
        assertThatThrownBy(() -> files.write(path, "x"))
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining("'" + path + "' leaves");
        assertThat(state.resolve("outside")).doesNotExist();
    }

    @Test
    void linksThatLeadOutExposeNothingOfTheHost() throws Exception {
        Path secret = Files.writeString(state.resolve("secret.txt"), "host");
        sandbox.exec("ln", "-s", secret.toString(), "absolute");
        sandbox.exec("ln", "-s", "../../../secret.txt", "relative");
        sandbox.exec("ln", "-s", state.toString(), "folder");
        for (String path : new String[] {"absolute", "relative", "folder/secret.txt"}) {
            assertThatThrownBy(() -> files.read(path))
                    .isInstanceOf(SandboxFileException.class)
                    .hasMessageContaining("'" + path + "' leaves the sandbox through a link");
            assertThatThrownBy(() -> files.write(path, "changed")).isInstanceOf(SandboxFileException.class);
        }
        assertThat(secret).hasContent("host");
        assertThat(files.walk(".")).hasSize(3);
    }

    @Test
    void absoluteLinkInsideWorksForFilesAndCommandsAlike() {
        files.write("/data/value", "42");
        files.link("link", "/data/value");
        assertThat(files.readText("link")).isEqualTo("42");
        assertThat(files.stat("link").linkTarget()).contains("/data/value");
        assertThat(sandbox.exec("cat", "link").stdout()).isEqualTo("42");
    }

    @Test
    void loopOfLinksIsToldInsteadOfFollowed() {
        files.link("a", "b");
        files.link("b", "a");
        assertThatThrownBy(() -> files.read("a")).hasMessageContaining("more than 40 links");
    }

    @Test
    void treeOfTwoThousandFilesGoesUpAndComesBack() throws Exception {
        Path source = Files.createDirectories(state.resolve("tree"));
        for (int i = 0; i < 2000; i++) {
            Path folder = Files.createDirectories(source.resolve("d" + i % 20));
            Files.writeString(folder.resolve("f" + i), "content " + i);
        }
        Path script = Files.writeString(source.resolve("run.sh"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x---"));
        Files.createSymbolicLink(source.resolve("link"), Path.of("d1/f1"));
        files.upload(source, "up");
        Path target = state.resolve("down");
        files.download("up", target);
        try (Stream<Path> all = Files.walk(target)) {
            assertThat(all).hasSize(2000 + 20 + 3);
        }
        assertThat(target.resolve("d7/f27")).hasContent("content 27");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target.resolve("run.sh"))))
                .isEqualTo("rwxr-x---");
        assertThat(Files.readSymbolicLink(target.resolve("link"))).isEqualTo(Path.of("d1/f1"));
    }

    @Test
    void downloadNeverWritesOutsideItsTarget() {
        sandbox.shell("mkdir d; ln -s /etc/passwd d/out; echo x > d/fine");
        Path target = state.resolve("down");
        assertThatThrownBy(() -> files.download("d", target))
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining("/workspace/d/out")
                .hasMessageContaining("'/etc/passwd'");
        assertThat(target).doesNotExist();
    }

    @Test
    void globFindsByPattern() {
        for (String name : new String[] {"a.py", "b.txt", "src/c.py", "src/deep/d.py", "src/e1", "src/e2"}) {
            files.write(name, "");
        }
        assertThat(files.glob(".", "**/*.py")).extracting(FileEntry::name).containsExactly("a.py", "c.py", "d.py");
        assertThat(files.glob("src", "e[12]")).extracting(FileEntry::name).containsExactly("e1", "e2");
    }
}
