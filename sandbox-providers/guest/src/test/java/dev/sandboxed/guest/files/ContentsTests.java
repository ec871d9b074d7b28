package dev.sandboxed.guest.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.WriteOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
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
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentsTests extends LocalGuestTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 512, 100_000, (1 << 20) - 1, 1 << 20, 3 << 20})
    void everySizeIsReadAsItWasWritten(int size) throws IOException {
        byte[] content = new byte[size];
        for (int i = 0; i < size; i++) {
            content[i] = (byte) (i * 31 + i / 4096);
        }
        files.write("deep/er/file", content);

        assertThat(Files.readAllBytes(guest.at("deep/er/file"))).isEqualTo(content);
        assertThat(files.readBytes("deep/er/file")).isEqualTo(content);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWriteReplacesAndSetsTheModeAndTheTime(boolean atomic) throws IOException {
        WriteOptions options = new WriteOptions(04751, atomic);
        files.write("file", "a long content that was there before");
        files.write("file", new ByteArrayInputStream(new byte[] {'x'}), options);

        assertThat(guest.at("file")).hasContent("x");
        assertThat(files.stat("file").mode()).isEqualTo(04751);
        assertThat(files.stat("file").modified())
                .isBetween(
                        Instant.now().minus(Duration.ofMinutes(1)),
                        Instant.now().plus(Duration.ofMinutes(1)));
        assertThat(names()).containsExactly("file");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWriteGoesWhereALinkLeads(boolean atomic) throws IOException {
        Files.createDirectories(guest.at("real"));
        Files.createSymbolicLink(guest.at("dir"), Path.of("real"));
        Files.createSymbolicLink(guest.at("link"), Path.of("dir/new\n"));
        files.write("link", stream("1"), new WriteOptions(0600, atomic));

        assertThat(guest.at("link")).isSymbolicLink();
        assertThat(guest.at("real/new\n")).hasContent("1");
        assertThat(files.readText("link")).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWriteRefusesADirectoryAndAPipe(boolean atomic) throws IOException {
        WriteOptions options = new WriteOptions(0600, atomic);
        Files.createDirectories(guest.at("dir"));
        Files.writeString(guest.at("file"), "1");

        refused(() -> files.write("dir", stream("1"), options), "Cannot write 'dir': it is a directory");
        refused(
                () -> files.write("/dev/null", stream("1"), options),
                "Cannot write '/dev/null': it is not a plain file");
        assertThatThrownBy(() -> files.write("file/x", stream("1"), options))
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining("[provider local, sandbox sbx-1]");
        assertThat(names()).containsExactly("dir", "file");
        assertThat(guest.stores).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aContentThatBreaksLeavesWhatWasThere(boolean atomic) throws IOException {
        WriteOptions options = new WriteOptions(0600, atomic);
        Files.writeString(guest.at("old"), "old");

        refused(() -> files.write("old", broken(), options), "broke on purpose");
        refused(() -> files.write("new", broken(), options), "broke on purpose");
        assertThat(guest.at("old")).hasContent("old");
        assertThat(names()).containsExactly("old");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEngineThatBreaksLeavesWhatWasThere(boolean atomic) throws IOException {
        WriteOptions options = new WriteOptions(0600, atomic);
        Files.writeString(guest.at("old"), "old");
        guest.storesFail = true;

        refused(() -> files.write("old", stream("1"), options), "the engine went away");
        refused(() -> files.write("new", stream("1"), options), "the engine went away");
        assertThat(guest.at("old")).hasContent("old");
        assertThat(names()).containsExactly("old");
    }

    @Test
    void aReadTellsMissingFilesFromDirectoriesAndDevices() throws IOException {
        Files.createSymbolicLink(guest.at("dangling"), Path.of("nowhere"));
        Files.createSymbolicLink(guest.at("further"), Path.of("no/where"));
        Files.createSymbolicLink(guest.at("loop"), Path.of("loop"));
        for (String missing : new String[] {"missing", "no/such", "dangling", "further"}) {
            assertThatExceptionOfType(SandboxFileNotFoundException.class)
                    .isThrownBy(() -> files.read(missing))
                    .withMessageStartingWith("Cannot read '" + missing + "': there is no such file or directory")
                    .satisfies(e -> assertThat(e.path()).isEqualTo(missing));
        }
        refused(() -> files.read("."), "Cannot read '.': it is a directory");
        refused(() -> files.read("/dev/null"), "it is not a plain file");
        refused(() -> files.read("loop"), "Cannot read 'loop': its links lead round in a circle");
    }

    @Test
    void aFileThatTheEngineDoesNotSeeIsReadAllTheSame() throws IOException {
        guest.isBlind = true;
        Files.writeString(guest.at("file"), "made by the kernel\n");
        Files.createSymbolicLink(guest.at("link"), Path.of("file"));

        assertThat(files.readText("file")).isEqualTo("made by the kernel\n");
        assertThat(files.readText("link")).isEqualTo("made by the kernel\n");
        refused(() -> files.read("."), "Cannot read '.': it is a directory");
        refused(() -> files.read("/dev/zero"), "Cannot read '/dev/zero': it is not a plain file");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 5 << 20})
    void aLargeFileThatTheEngineDoesNotSeeIsReadPieceByPiece(int more) throws IOException {
        byte[] content = new byte[(int) PiecewiseContent.PIECE.bytes() + more];
        new Random(1).nextBytes(content);
        Files.write(guest.at("file"), content);
        guest.isBlind = true;

        assertThat(files.readBytes("file")).isEqualTo(content);
    }

    @Test
    void aBatchIsOneStoreThroughAllLinks() throws IOException {
        Files.createDirectories(guest.at("there"));
        Files.setPosixFilePermissions(guest.at("there"), PosixFilePermissions.fromString("rwx--x---"));
        Files.createSymbolicLink(guest.at("link"), Path.of("there"));
        Map<String, byte[]> batch = new LinkedHashMap<>();
        for (int i = 0; i < 500; i++) {
            batch.put("a/" + i % 7 + "/" + "n".repeat(200) + i, ("content " + i).getBytes(StandardCharsets.UTF_8));
        }
        batch.put("link/-rf", new byte[] {0, -1});
        batch.put("\u00e9\n", new byte[0]);
        batch.put(folder + "/else", new byte[] {'e'});
        files.stat(".");
        guest.execs = 0;
        files.writeAll(batch);

        batch.forEach((path, content) -> assertThat(guest.at(path)).hasBinaryContent(content));
        assertThat(guest.stores).isOne();
        assertThat(guest.execs).isLessThanOrEqualTo(3);
        assertThat(Files.getPosixFilePermissions(guest.at("there")))
                .isEqualTo(PosixFilePermissions.fromString("rwx--x---"));
    }

    @Test
    void aBatchThatCannotBeWrittenNamesTheFileAndLeavesNothing() throws IOException {
        Files.createDirectories(guest.at("dir"));
        Map<String, byte[]> batch = new LinkedHashMap<>();
        batch.put("a", new byte[1]);
        batch.put("dir", new byte[1]);
        batch.put("z", new byte[1]);

        refused(() -> files.writeAll(batch), "Cannot write 'dir': it is a directory");
        assertThat(names()).containsExactly("dir");
        files.writeAll(Map.of());
        assertThat(guest.stores).isZero();
    }

    @Test
    void aSmallWriteIsTwoRoundTripsAndAReadOne() {
        files.write("first", "1");
        guest.execs = 0;
        guest.stores = 0;
        files.write("second", "2");
        assertThat(files.readText("second")).isEqualTo("2");

        assertThat(guest.execs).isOne();
        assertThat(guest.stores).isOne();
        assertThat(guest.fetches).isOne();
    }

    private Stream<String> names() throws IOException {
        try (Stream<Path> children = Files.list(guest.workdir)) {
            return children.map(child -> child.getFileName().toString()).sorted().toList().stream();
        }
    }

    static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static InputStream broken() {
        return new SequenceInputStream(stream("new".repeat(500_000)), new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("broke on purpose");
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                return read();
            }
        });
    }

    private static void refused(ThrowingCallable call, String why) {
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(call)
                .withMessageContaining(why)
                .withMessageContaining("remedy: ")
                .isNotInstanceOf(SandboxFileNotFoundException.class);
    }
}
