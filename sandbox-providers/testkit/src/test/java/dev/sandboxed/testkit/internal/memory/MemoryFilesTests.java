package dev.sandboxed.testkit.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SeedFile;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryFilesTests {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final SandboxFiles files = MockSandboxProvider.builder()
            .clock(Clock.fixed(NOON, ZoneOffset.UTC))
            .build()
            .create(SandboxSpec.builder()
                    .seed(SeedFile.bytes("seeded.sh", new byte[] {'#'}, 0755))
                    .build())
            .files();

    @Test
    void giveBackExactlyWhatWasWritten() {
        byte[] binary = {0, (byte) 0xff, '\n', 0};
        files.write("deep/er/a.bin", binary);
        files.write("empty", "");
        files.write("/etc/über", "grün");

        assertThat(files.readBytes("/workspace/deep/er/a.bin")).isEqualTo(binary);
        assertThat(files.readBytes("empty")).isEmpty();
        assertThat(files.readText("/etc/über")).isEqualTo("grün");
    }

    @Test
    void areReplacedAsAWhole() {
        files.write("a", "long content");
        files.write("a", "short");

        assertThat(files.readText("a")).isEqualTo("short");
    }

    @Test
    void keepWhatWasThereWhenTheNewContentCannotBeRead() {
        files.write("a", "old");
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("broken stream");
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                throw new IOException("broken stream");
            }
        };

        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> files.write("a", broken))
                .withMessageContaining("broken stream")
                .withCauseInstanceOf(IOException.class);
        assertThat(files.readText("a")).isEqualTo("old");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a\nb", "ünï", "-rf", "*", "'\"", " "})
    void haveAnyName(String name) {
        files.write("names/" + name, "x");

        assertThat(files.list("names")).extracting(FileEntry::name).containsExactly(name);
        assertThat(files.readText("names/" + name)).isEqualTo("x");
    }

    @Test
    void tellTypeSizeModeTimeAndTarget() {
        files.write("a", new ByteArrayInputStream(new byte[3]), WriteOptions.DEFAULT.withMode(0600));
        files.mkdirs("d");
        files.link("l", "a");

        assertThat(files.stat("a")).satisfies(entry -> {
            assertThat(entry.path()).isEqualTo("/workspace/a");
            assertThat(entry.isFile()).isTrue();
            assertThat(entry.size()).isEqualTo(3);
            assertThat(entry.mode()).isEqualTo(0600);
            assertThat(entry.modified()).isEqualTo(NOON);
        });
        assertThat(files.stat("d").isDirectory()).isTrue();
        assertThat(files.stat("l").linkTarget()).contains("a");
        assertThat(files.stat("/").path()).isEqualTo("/");
        assertThat(files.stat("/tmp").mode()).isEqualTo(01777);
        assertThat(files.stat("seeded.sh").mode()).isEqualTo(0755);
    }

    @Test
    void areListedByNameAndWalkedParentsFirst() {
        files.write("t/b/2", "");
        files.write("t/a", "");
        files.write("t/b/1", "");
        files.link("t/l", "b");

        assertThat(files.list("t")).extracting(FileEntry::name).containsExactly("a", "b", "l");
        assertThat(files.walk("t"))
                .extracting(FileEntry::path)
                .containsExactly(
                        "/workspace/t/a", "/workspace/t/b", "/workspace/t/b/1", "/workspace/t/b/2", "/workspace/t/l");
        assertThat(files.walk("t")).extracting(FileEntry::relativePath).containsExactly("a", "b", "b/1", "b/2", "l");
        assertThat(files.walk("t", 1)).isEqualTo(files.list("t"));
        assertThat(files.walk(".", 2))
                .extracting(FileEntry::relativePath)
                .containsExactly("seeded.sh", "t", "t/a", "t/b", "t/l");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> files.walk("t", 0))
                .withMessageStartingWith("The depth of a walk must be at least 1, but was 0");
        assertThat(files.list("/")).extracting(FileEntry::path).containsExactly("/tmp", "/workspace");
    }

    @Test
    void areFoundByPatternsRelativeToADirectory() {
        files.writeAll(Map.of("t/a.py", new byte[0], "t/b/c.py", new byte[0], "t/b/d.txt", new byte[0]));

        assertThat(files.glob("t", "**/*.py"))
                .extracting(FileEntry::path)
                .containsExactly("/workspace/t/a.py", "/workspace/t/b/c.py");
        assertThat(files.glob("t", "*")).extracting(FileEntry::name).containsExactly("a.py", "b");
        assertThat(files.glob("/", "workspace/t/b/?.txt")).hasSize(1);
    }

    @Test
    void areWrittenAsBytesAndTextWithOptions() {
        files.write("script", "echo €", WriteOptions.DEFAULT.withMode(0755));
        files.write("bytes", new byte[] {1, 2}, WriteOptions.DEFAULT.withMode(0600));
        files.writeTexts(Map.of("one", "1 €", "sub/two", "2"));

        assertThat(files.stat("script").mode()).isEqualTo(0755);
        assertThat(files.stat("bytes").mode()).isEqualTo(0600);
        assertThat(files.readText("script")).isEqualTo("echo €");
        assertThat(files.readBytes("bytes")).containsExactly(1, 2);
        assertThat(files.readText("one")).isEqualTo("1 €");
        assertThat(files.readText("sub/two")).isEqualTo("2");
    }

    @Test
    void areMovedWithAllThatIsInThem() {
        files.write("from/x/y", "1");
        files.move("from", "new/place");

        assertThat(files.readText("new/place/x/y")).isEqualTo("1");
        assertThat(files.exists("from")).isFalse();
        files.write("a", "a");
        files.write("b", "b");
        files.move("a", "b");
        assertThat(files.readText("b")).isEqualTo("a");
        files.move("b", "./b");
        assertThat(files.readText("b")).isEqualTo("a");
    }

    @Test
    void areNotMovedIntoThemselvesOrOverADirectory() {
        files.write("d/a", "1");
        files.write("f", "1");

        assertRefused(() -> files.move("d", "d/e"), "cannot be moved into itself");
        assertRefused(() -> files.move("f", "d"), "is a directory and is not replaced");
        assertMissing(() -> files.move("nothing", "n"), "nothing");
        assertThat(files.exists("f")).isTrue();
    }

    @Test
    void areDeletedWithAllThatIsInThem() {
        files.write("d/a/b", "1");
        files.write("keep", "1");
        files.link("d/l", "../keep");
        files.delete("d/l");
        assertRefused(() -> files.delete("d"), "is a directory that is not empty");
        files.deleteAll("d");

        assertThat(files.exists("d")).isFalse();
        assertThat(files.exists("keep")).isTrue();
        assertMissing(() -> files.delete("d"), "d");
        assertRefused(() -> files.delete("/"), "is the root and stays");
    }

    @Test
    void haveTheirModesChanged() {
        files.write("a", "1");
        files.link("l", "a");
        files.chmod("l", 04711);

        assertThat(files.stat("a").mode()).isEqualTo(04711);
        assertMissing(() -> files.chmod("nothing", 0644), "nothing");
        assertThatIllegalArgumentException().isThrownBy(() -> files.chmod("a", 010000));
    }

    @Test
    void areBoundByTheirModes() {
        files.write("a", "1");
        files.chmod("a", 0200);
        assertRefused(() -> files.read("a"), "may not be read: its mode is 0200");
        files.chmod("a", 0400);
        assertRefused(() -> files.write("a", "2"), "may not be written: its mode is 0400");
        assertThat(files.readText("a")).isEqualTo("1");
    }

    @Test
    void areNotTakenForDirectoriesNorTheReverse() {
        files.mkdirs("d");
        files.mkdirs("d");
        files.write("f", "1");

        assertRefused(() -> files.read("d"), "is a directory");
        assertRefused(() -> files.write("d", "1"), "is a directory");
        assertRefused(() -> files.write("/", "1"), "is a directory");
        assertRefused(() -> files.list("f"), "is not a directory");
        assertRefused(() -> files.mkdirs("f"), "exists and is not a directory");
        assertRefused(() -> files.mkdirs("f/g"), "which is not a directory");
        assertRefused(() -> files.write("f/g", "1"), "which is not a directory");
        assertRefused(() -> files.link("d", "f"), "is a directory and is not replaced");
    }

    @Test
    void areMissingWhenTheyAre() {
        List<Consumer<String>> operations = List.of(files::read, files::stat, files::list);

        assertThat(operations).allSatisfy(operation -> assertMissing(() -> operation.accept("no/thing"), "no/thing"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x", "a/../../x", "/../x"})
    void refusePathsThatLeave(String path) {
        List<Consumer<String>> operations = List.of(
                files::read, files::stat, files::list, files::mkdirs, files::delete, at -> files.write(at, "x"));

        assertThat(operations)
                .allSatisfy(operation -> assertThatExceptionOfType(SandboxFileException.class)
                        .isThrownBy(() -> operation.accept(path))
                        .withMessageStartingWith("Path '" + path + "' leaves"));
    }

    private static void assertMissing(ThrowingCallable operation, String path) {
        assertThatExceptionOfType(SandboxFileNotFoundException.class)
                .isThrownBy(operation)
                .withMessageContaining(path)
                .withMessageContaining("[provider mock, sandbox mock-");
    }

    private static void assertRefused(ThrowingCallable operation, String why) {
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(operation)
                .withMessageContaining(why)
                .isNotInstanceOf(SandboxFileNotFoundException.class);
    }
}
