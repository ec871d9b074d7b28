package dev.sandboxed.guest.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.limit.DataSize;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Guests whose tools were replaced by others, which say anything. */
@Timeout(120)
class LyingGuestTests {

    private static final int ROUNDS = 3000;

    /** What answers are made of: parts of true ones among others. */
    private static final List<String> PARTS = List.of(
            "0\n",
            "0\n0\n0\nstat\n",
            "0\n0\n0 1\nfind\n",
            "1000\n",
            "stat\n",
            "\0",
            "new",
            "old\0/w/f\0",
            "new\0/w/f\0",
            "644\0/w/f\0",
            "999\0/w/f\0",
            "new\0f\0",
            "new\0/\0",
            "81a4 3 1700000000 2023-11-14 22:13:20.123456789|/w/f//\n",
            "f 644 3 1700000000.1234567890|/w/f//\n",
            "l 777 3 1.5|/w/l//\n",
            "a1ff 3 1 x|/w/l//\n",
            "|//\n",
            "//\n",
            "|",
            " ",
            "   |/w/f//\n",
            "81a4 99999999999999999999 1 1|/w/f//\n",
            "zz 1 1 1|/w//\n",
            "f 9 1 1|/w/x//\n",
            "f 644 -1 9223372036854775807|/w/x//\n",
            "81a4 1 999999999999999999 x|/w/f//\n",
            "-",
            "/",
            "\n",
            "é",
            "..",
            "x",
            "99999999999999999999999999\n",
            "-1\n-1\n-1\nstat\n",
            "1 2 3\n",
            "/w/f\n",
            "relative\n",
            "\uFFFF",
            "\t");

    private static final List<String> COMPLAINTS = List.of(
            "",
            "sh: No such file or directory\n",
            "find: Permission denied\n",
            "what?\n",
            "Is a directory\n",
            "x".repeat(3000));

    @TempDir
    Path host;

    /** One that answers at random. */
    private static final class Liar implements GuestArchives {
        private final Random random;

        Liar(long seed) {
            this.random = new Random(seed);
        }

        private String text(List<String> parts, int most) {
            StringBuilder text = new StringBuilder();
            for (int left = random.nextInt(most + 1); left > 0; left--) {
                text.append(parts.get(random.nextInt(parts.size())));
            }
            return text.toString();
        }

        ExecResult answer(Command command) {
            byte[] out = text(PARTS, 6).getBytes(StandardCharsets.UTF_8);
            byte[] err = text(COMPLAINTS, 1).getBytes(StandardCharsets.UTF_8);
            Ending ending = Ending.exited(
                    random.nextInt(4) > 0 ? 0 : List.of(1, 2, 126, 127, 255).get(random.nextInt(5)));
            // Who the user is must be true now and then, or nothing else is ever asked.
            boolean facts = command.argv().contains(Scripts.FACTS) && random.nextInt(4) > 0;
            Output said = Output.of(facts ? "0\n0\n0\nstat\n".getBytes(StandardCharsets.UTF_8) : out);
            if (command.stdoutFile().isPresent()) {
                said = Output.inFile(command.stdoutFile().get(), 0);
            }
            return new ExecResult(command, facts ? Ending.exited(0) : ending, said, Output.of(err), Duration.ZERO);
        }

        @Override
        public InputStream fetch(String path) throws IOException {
            byte[] bytes;
            if (random.nextInt(5) == 0) {
                bytes = new byte[random.nextInt(4096)];
                random.nextBytes(bytes);
            } else {
                bytes = archive();
                for (int flips = random.nextInt(6); flips > 0; flips--) {
                    bytes[random.nextInt(random.nextBoolean() ? 600 : bytes.length)] = (byte) random.nextInt(256);
                }
                mend(bytes);
            }
            return new ByteArrayInputStream(
                    bytes, 0, random.nextInt(8) == 0 ? random.nextInt(bytes.length + 1) : bytes.length);
        }

        /** Makes the sums of headers right again, so that more than these is looked at. */
        private static void mend(byte[] tar) {
            for (int at = 0; at + 512 <= tar.length; at += 512) {
                if (new String(tar, at + 257, 5, StandardCharsets.ISO_8859_1).equals("ustar")) {
                    int sum = 0;
                    for (int i = 0; i < 512; i++) {
                        sum += i >= 148 && i < 156 ? ' ' : tar[at + i] & 0xff;
                    }
                    byte[] written = String.format("%06o\0 ", sum).getBytes(StandardCharsets.US_ASCII);
                    System.arraycopy(written, 0, tar, at + 148, written.length);
                }
            }
        }

        private byte[] archive() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, "UTF-8")) {
                tar.setLongFileMode(
                        random.nextBoolean()
                                ? TarArchiveOutputStream.LONGFILE_GNU
                                : TarArchiveOutputStream.LONGFILE_POSIX);
                String name = random.nextBoolean() ? "f" : "f" + "é".repeat(120);
                if (random.nextBoolean()) {
                    tar.setAddPaxHeadersForNonAsciiNames(true);
                }
                if (random.nextInt(3) == 0) {
                    add(tar, new TarArchiveEntry("pax", TarConstants.LF_PAX_EXTENDED_HEADER_LC), attributes());
                }
                add(tar, new TarArchiveEntry(name), new byte[700]);
            }
            return bytes.toByteArray();
        }

        private static void add(TarArchiveOutputStream tar, TarArchiveEntry entry, byte[] content) throws IOException {
            entry.setSize(content.length);
            tar.putArchiveEntry(entry);
            tar.write(content);
            tar.closeArchiveEntry();
        }

        /** Says more about the entry that follows; most of it is wrong. */
        private byte[] attributes() {
            StringBuilder lines = new StringBuilder();
            for (String name :
                    List.of("GNU.sparse.major", "GNU.sparse.minor", "GNU.sparse.realsize", "size", "mtime", "path")) {
                String value = random.nextInt(3) == 0 ? text(PARTS, 2) : String.valueOf(random.nextInt(3));
                int length = name.length() + value.getBytes(StandardCharsets.UTF_8).length + 3;
                lines.append(length + String.valueOf(length).length()).append(' ');
                lines.append(name).append('=').append(value).append('\n');
            }
            return lines.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void store(String directory, InputStream tar) throws IOException {
            if (random.nextInt(4) == 0) {
                throw new IOException(text(COMPLAINTS, 1));
            }
            tar.transferTo(ByteArrayOutputStream.nullOutputStream());
        }
    }

    private static GuestFiles files(Liar liar) {
        return new GuestFiles(new GuestAccess("local", "sbx-1", "/w", liar, liar::answer, () -> {}));
    }

    private List<Consumer<SandboxFiles>> operations() throws IOException {
        Path folder = Files.createDirectories(host.resolve("up/sub"));
        Files.writeString(folder.resolve("file"), "x");
        WriteOptions atomic = WriteOptions.DEFAULT.atomically();
        DownloadOptions small = DownloadOptions.DEFAULT.withBudget(DataSize.ofMebibytes(1));
        return List.of(
                files -> files.stat("f"),
                files -> files.list("d"),
                files -> files.walk("d"),
                files -> files.glob("d", "**"),
                files -> files.exists("f"),
                files -> files.readBytes("f", DataSize.ofMebibytes(1)),
                files -> files.write("f", "text"),
                files -> files.write("f", new ByteArrayInputStream(new byte[3]), atomic),
                files -> files.writeAll(Map.of("a", new byte[1], "b", new byte[2])),
                files -> files.mkdirs("d"),
                files -> files.move("a", "b"),
                files -> files.chmod("a", 0700),
                files -> files.link("l", "f"),
                files -> files.delete("d"),
                files -> files.upload(host.resolve("up"), "up"),
                files -> files.download("f", host.resolve("down"), small));
    }

    private void lie(long seed) throws IOException {
        List<Consumer<SandboxFiles>> operations = operations();
        for (int round = 0; round < ROUNDS; round++) {
            SandboxFiles files = files(new Liar(seed + round));
            int which = round % operations.size();
            Throwable thrown = catchThrowable(() -> operations.get(which).accept(files));
            if (thrown != null) {
                assertThat(thrown)
                        .as("operation %d with the answers of seed %d", which, seed + round)
                        .isInstanceOf(SandboxException.class);
                assertThat(thrown.getMessage()).hasSizeLessThan(2000);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20_261_115})
    void onlyTypedErrorsComeOfRandomAnswers(long seed) throws IOException {
        lie(seed);
    }

    @Test
    void onlyTypedErrorsComeOfAnswersThatNobodyHasSeenBefore() throws IOException {
        lie(System.nanoTime());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "id; echo nobody",
                "id; true",
                "id; echo 99999999999999999999",
                "id; head -c 3000000 /dev/zero | tr '\\0' x",
                "stat; echo '81a4 12 nonsense|/w/f//'",
                "stat; echo 'x|//'",
                "stat; echo '//'",
                "stat; head -c 3000000 /dev/zero | tr '\\0' x && echo '|/w//'",
                "readlink; echo relative"
            })
    void aToolThatWasReplacedIsToldWithWhatItSaid(String tool, String script) throws IOException {
        LocalGuest guest = new LocalGuest(Flavour.DASH_AND_GNU, Files.createDirectory(host.resolve("guest")));
        Files.writeString(guest.at("file"), "");
        Files.createSymbolicLink(guest.at("link"), Path.of("file"));
        guest.lie(tool, script);
        Consumer<SandboxFiles> look =
                tool.equals("readlink") ? files -> files.readBytes("link") : files -> files.stat("file");
        assertThatThrownBy(() -> look.accept(guest.files))
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining("expected [provider local, sandbox sbx-1]")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1000));
    }
}
