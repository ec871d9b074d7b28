package dev.sandboxed.guest.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.guest.internal.tar.Spool;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees that cost the guest nothing and would cost the host its disk or its memory. */
@Timeout(60)
class DownloadBudgetTests {

    private static final DataSize BUDGET = DataSize.ofMebibytes(8);

    @TempDir
    Path host;

    /** How much of an archive was asked for. */
    private final AtomicLong sent = new AtomicLong();

    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();
    private final TarArchiveOutputStream tar = new TarArchiveOutputStream(beginning, "UTF-8");

    /** As many zeros as anybody wants. */
    private final class Zeros extends InputStream {
        private final long most;
        private long given;

        Zeros(long most) {
            this.most = most;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            int count = (int) Math.min(length, most - given);
            Arrays.fill(buffer, offset, offset + count, (byte) 0);
            given += count;
            sent.addAndGet(count);
            return count == 0 ? -1 : count;
        }
    }

    private GuestFiles files(long zeros) {
        return SendingGuest.files(
                path -> new SequenceInputStream(new ByteArrayInputStream(beginning.toByteArray()), new Zeros(zeros)),
                command -> SendingGuest.said(command, SendingGuest.ROOT));
    }

    private void header(String name, byte type, long size) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name, type);
        entry.setSize(size);
        byte[] header = new byte[512];
        entry.writeEntryHeader(header);
        beginning.write(header);
    }

    private void download(GuestFiles files) {
        files.download("t", host.resolve("target"), DownloadOptions.DEFAULT.withBudget(BUDGET));
    }

    @Test
    void aFileThatIsLargerThanTheBudgetIsRefusedBeforeItIsFetched() throws IOException {
        header("t", TarConstants.LF_NORMAL, 4L << 30);

        ResourceLimitException refused =
                catchThrowableOfType(ResourceLimitException.class, () -> download(files(Long.MAX_VALUE)));

        assertThat(refused.resource()).isEqualTo(Resource.TRANSFER);
        assertThat(refused.limit()).isEqualTo(BUDGET.toString());
        assertThat(refused.actual()).isEqualTo(DataSize.ofGibibytes(4).toString());
        assertThat(refused)
                .hasMessageContainingAll("'t'", BUDGET.toString(), refused.actual(), "withBudget", "sandbox sbx-1");
        assertThat(sent.get()).isLessThan(1 << 20);
        assertThat(host.resolve("target")).doesNotExist();
    }

    @Test
    void manyFilesThatAreTogetherLargerThanTheBudgetAreRefused() throws IOException {
        tar.putArchiveEntry(new TarArchiveEntry("t/"));
        tar.closeArchiveEntry();
        for (int i = 0; i < 9; i++) {
            TarArchiveEntry entry = new TarArchiveEntry("t/" + i);
            entry.setSize(1 << 20);
            tar.putArchiveEntry(entry);
            tar.write(new byte[1 << 20]);
            tar.closeArchiveEntry();
        }
        tar.finish();

        assertThatThrownBy(() -> download(files(0)))
                .isInstanceOf(ResourceLimitException.class)
                .hasMessageContaining(DataSize.ofMebibytes(9).toString());
        assertThat(host.resolve("target")).doesNotExist();
    }

    @Test
    void furtherNamesOfAFileCountAsFilesSinceTheyBecomeSuch() throws IOException {
        tar.putArchiveEntry(new TarArchiveEntry("t/"));
        tar.closeArchiveEntry();
        TarArchiveEntry file = new TarArchiveEntry("t/file");
        file.setSize(3 << 20);
        tar.putArchiveEntry(file);
        tar.write(new byte[3 << 20]);
        tar.closeArchiveEntry();
        for (int i = 0; i < 2; i++) {
            TarArchiveEntry link = new TarArchiveEntry("t/" + i, TarConstants.LF_LINK);
            link.setLinkName("t/file");
            tar.putArchiveEntry(link);
            tar.closeArchiveEntry();
        }
        tar.finish();

        assertThatThrownBy(() -> download(files(0)))
                .isInstanceOf(ResourceLimitException.class)
                .hasMessageContaining(DataSize.ofMebibytes(9).toString());
    }

    @ParameterizedTest
    @ValueSource(bytes = {TarConstants.LF_GNUTYPE_LONGNAME, TarConstants.LF_PAX_EXTENDED_HEADER_LC})
    void headersWithoutEndFillNoMemory(byte type) throws IOException {
        header("t", type, 4L << 30);

        assertThatThrownBy(() -> download(files(Long.MAX_VALUE)))
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining("header");
        assertThatThrownBy(() -> files(Long.MAX_VALUE).read("t").close())
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining("header");
        assertThat(sent.get()).isLessThan(8 << 20);
    }

    @Test
    void anArchiveThatGoesOnAfterItsEndIsRefused() throws IOException {
        tar.putArchiveEntry(new TarArchiveEntry("t/"));
        tar.closeArchiveEntry();
        tar.finish();

        assertThatThrownBy(() -> download(files(Long.MAX_VALUE)))
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining("after its end");
    }

    @Test
    void aFileThatOnlyTheGuestSeesAndThatHasNoEndTakesOnePieceOfMemory() throws IOException {
        byte[] piece = new byte[(int) PiecewiseContent.PIECE.bytes()];
        GuestFiles files = SendingGuest.files(
                path -> {
                    throw new NoSuchFileException(path);
                },
                command -> {
                    if (!command.argv().contains(Scripts.CONTENT)) {
                        return SendingGuest.failed(command, "only this file is there");
                    }
                    assertThat(command.outputLimit()).isEqualTo(PiecewiseContent.PIECE);
                    assertThat(command.stdoutFile()).isEmpty();
                    sent.addAndGet(piece.length);
                    return SendingGuest.said(command, Output.of(piece));
                });

        try (InputStream content = files.read("endless")) {
            assertThat(content.readNBytes(piece.length)).isEqualTo(piece);
            assertThat(sent.get()).isEqualTo(piece.length);
        }
        assertThatThrownBy(() -> files.readBytes("endless", DataSize.ofBytes(3L * piece.length)))
                .isInstanceOf(SandboxException.class);
        assertThat(sent.get()).isEqualTo(5L * piece.length);
    }

    @Test
    void holesTakeNoRoomOnTheHost() throws IOException {
        byte[] edge = {1, 2, 3};
        long size = 64 << 20;
        InputStream content = Stream.<InputStream>of(
                        new ByteArrayInputStream(edge),
                        new Zeros(size),
                        new ByteArrayInputStream(edge),
                        new Zeros(5000))
                .reduce(SequenceInputStream::new)
                .orElseThrow();
        try (Spool spool = Spool.of(content)) {
            assertThat(spool.size()).isEqualTo(2 * edge.length + size + 5000);
            assertThat(kibibytesOnDisk()).isLessThan(4096);
            try (InputStream back = spool.open()) {
                assertThat(back.readNBytes(4)).containsExactly(1, 2, 3, 0);
                back.skipNBytes(size - 1);
                byte[] rest = back.readAllBytes();
                assertThat(rest)
                        .hasSize(edge.length + 5000)
                        .startsWith(1, 2, 3, 0)
                        .endsWith(0);
            }
        }
    }

    /** Asks how much all spools of this process take. */
    private static long kibibytesOnDisk() throws IOException {
        long blocks = 0;
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : open.toList()) {
                boolean spool = Files.isSymbolicLink(descriptor)
                        && Files.readSymbolicLink(descriptor).toString().contains(".spool");
                if (spool) {
                    Path seen = Path.of("/proc/" + ProcessHandle.current().pid() + "/fd")
                            .resolve(descriptor.getFileName());
                    Process stat = new ProcessBuilder("stat", "-L", "-c", "%b", seen.toString()).start();
                    blocks += Long.parseLong(
                            new String(stat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
                }
            }
        }
        return blocks / 2;
    }
}
