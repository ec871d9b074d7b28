package dev.sandboxed.guest.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.guest.internal.tar.TarFeed;
import dev.sandboxed.guest.internal.tar.TarItem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Archives as no honest engine makes them. */
class HostileArchiveTests {

    @TempDir
    Path host;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, "UTF-8");

    @ParameterizedTest
    @CsvSource({
        "../evil, is not below '/w/t'",
        "t/../../evil, would leave the target",
        "t/.., would leave the target",
        "t//evil, would leave the target",
        "/etc/evil, is not below '/w/t'",
        "tt/evil, is not below '/w/t'",
        "t/link/evil, does not lie in a directory",
        "t/a/evil, does not lie in a directory",
        "t/a, the archive has 't/a' twice"
    })
    void namesThatLeaveRefuseADownloadWithNothingWritten(String name, String why) throws IOException {
        entry("t/", TarConstants.LF_DIR, "");
        entry("t/a", TarConstants.LF_NORMAL, "");
        entry("t/evil", TarConstants.LF_NORMAL, "");
        entry("t/link", TarConstants.LF_SYMLINK, ".");
        entry(name, TarConstants.LF_NORMAL, "");

        refused(why);
    }

    @ParameterizedTest
    @CsvSource({"/etc/passwd", "..", "../../x", "sub/../../x", "./../x"})
    void linksThatLeaveRefuseADownloadWithNothingWritten(String target) throws IOException {
        entry("t/", TarConstants.LF_DIR, "");
        entry("t/a", TarConstants.LF_NORMAL, "");
        entry("t/z", TarConstants.LF_SYMLINK, target);

        refused("would leave the target '" + host.resolve("target") + "': it is a link to '" + target + "'");
    }

    @ParameterizedTest
    @CsvSource({"t/later", "/etc/passwd", "../../etc/passwd", "t/link"})
    void furtherNamesOfWhatIsNotThereRefuseADownload(String target) throws IOException {
        entry("t/", TarConstants.LF_DIR, "");
        entry("t/z", TarConstants.LF_LINK, target);
        entry("t/later", TarConstants.LF_NORMAL, "");

        refused("as another name of '" + target + "', which it does not hold");
    }

    @Test
    void devicesRefuseADownload() throws IOException {
        entry("t/", TarConstants.LF_DIR, "");
        entry("t/zero", TarConstants.LF_CHR, "");

        refused("is neither a file, a directory nor a link");
    }

    @Test
    void anArchiveThatBreaksOffIsTold() throws IOException {
        TarArchiveEntry large = new TarArchiveEntry("f");
        large.setSize(10_000);
        tar.putArchiveEntry(large);
        tar.write(new byte[10_000]);
        tar.closeArchiveEntry();
        tar.flush();
        GuestFiles files = files(path -> new ByteArrayInputStream(bytes.toByteArray(), 0, 5_000));

        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> files.readBytes("f"))
                .withMessageStartingWith("Cannot read 'f': ");
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> files.download("f", host.resolve("target")))
                .withMessageStartingWith("Cannot download 'f'");
    }

    @Test
    void closingEarlyReadsNoMore() throws IOException {
        Endless endless = new Endless();
        TarItem huge = TarItem.file("f", TarItem.Owner.ROOT, 0644, 1L << 40, () -> endless);
        try (InputStream content = files(path -> new TarFeed(List.of(huge))).read("f")) {
            assertThat(content.readNBytes(10)).hasSize(10);
        }

        assertThat(endless.given).isLessThan(1 << 20);
        assertThat(endless.closed).isTrue();
    }

    @Test
    void errorsOfTheEngineAreTranslatedAndOursPassThrough() {
        assertThatExceptionOfType(SandboxFileNotFoundException.class)
                .isThrownBy(() -> files(path -> {
                            throw new NoSuchFileException(path);
                        })
                        .read("f"));
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> files(path -> {
                            throw new IOException("write /f: no space left on device");
                        })
                        .read("f"))
                .withMessageStartingWith("Cannot read 'f': the disk is full");
        assertThatExceptionOfType(SandboxTransportException.class)
                .isThrownBy(() -> files(path -> {
                            throw new SandboxTransportException(Fault.of("the line is cut"));
                        })
                        .read("f"));
    }

    @Test
    void aNameThatNoFileHasRefusesADownload() throws IOException {
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
        entry("t/", TarConstants.LF_DIR, "");
        entry("t" + "/".repeat(5000) + "a", TarConstants.LF_NORMAL, "");

        refused("a name of more than 4096 characters");
    }

    /** Each entry had a copy of all of them. */
    @Test
    void attributesThatAllEntriesHaveAreCountedForEachOfThem() throws IOException {
        TarArchiveEntry forAll = new TarArchiveEntry("attributes", TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER, true);
        for (int i = 0; i < 50_000; i++) {
            forAll.addPaxHeader("x" + i, "1");
        }
        tar.putArchiveEntry(forAll);
        entry("t/", TarConstants.LF_DIR, "");
        for (int i = 0; i < 30; i++) {
            entry("t/" + i, TarConstants.LF_NORMAL, "");
        }

        refused("more than 1000000 attributes together");
    }

    private void entry(String name, byte type, String target) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name, type, true);
        entry.setLinkName(target);
        tar.putArchiveEntry(entry);
        tar.closeArchiveEntry();
    }

    private void refused(String why) throws IOException {
        tar.close();
        GuestFiles files = files(path -> new ByteArrayInputStream(bytes.toByteArray()));

        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> files.download("t", host.resolve("target")))
                .withMessageContaining(why);
        try (Stream<Path> written = Files.list(host)) {
            assertThat(written).isEmpty();
        }
    }

    private static GuestFiles files(SendingGuest.Sending sending) {
        return SendingGuest.files(
                sending,
                command -> command.argv().contains(Scripts.FACTS)
                        ? SendingGuest.said(command, SendingGuest.ROOT)
                        : SendingGuest.failed(command, "cat: No such file or directory\n"));
    }

    /** Zeros without end. */
    private static final class Endless extends InputStream {
        private long given;
        private boolean closed;

        @Override
        public int read() {
            given++;
            return 0;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            given += length;
            return length;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
