package dev.sandboxed.folder.internal.tar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sandboxed.folder.SparseNotes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;

class StrangeTarTests {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private StrangeTar tar() {
        return new StrangeTar(new ByteArrayInputStream(bytes.toByteArray()), StandardCharsets.UTF_8);
    }

    private void header(String name, byte type, long size) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name, type, true);
        entry.setSize(size);
        byte[] block = new byte[TarConstants.DEFAULT_RCDSIZE];
        entry.writeEntryHeader(block);
        bytes.write(block);
    }

    private void entry(String name, byte type, String content) throws IOException {
        header(name, type, content.length());
        bytes.write(content.getBytes(StandardCharsets.UTF_8));
        bytes.write(new byte[Math.floorMod(-content.length(), TarConstants.DEFAULT_RCDSIZE)]);
    }

    @Test
    void whatWasNotReadIsSkipped() throws IOException {
        entry("first", TarConstants.LF_NORMAL, "x".repeat(1000));
        entry("second", TarConstants.LF_NORMAL, "y");
        try (StrangeTar tar = tar()) {
            assertThat(tar.next().getName()).isEqualTo("first");
            assertThat(tar.next().getName()).isEqualTo("second");
            assertThat(tar.content()).hasContent("y");
            assertThat(tar.next()).isNull();
        }
    }

    @Test
    void aNameOfTwoGibibytesIsNotKeptInMemory() throws IOException {
        header("././@LongLink", TarConstants.LF_GNUTYPE_LONGNAME, 2L << 30);
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return 'a';
            }
        };
        InputStream archive = new SequenceInputStream(new ByteArrayInputStream(bytes.toByteArray()), endless);
        try (StrangeTar tar = new StrangeTar(archive, StandardCharsets.UTF_8)) {
            assertThatIOException().isThrownBy(tar::next).withMessageContaining("a header of more than 1048576 bytes");
        }
    }

    @Test
    void aNameThatNoFileHasIsRefused() throws IOException {
        entry("././@LongLink", TarConstants.LF_GNUTYPE_LONGNAME, "a/".repeat(5000));
        entry("short", TarConstants.LF_NORMAL, "");
        try (StrangeTar tar = tar()) {
            assertThatIOException().isThrownBy(tar::next).withMessageContaining("a name of 10000 characters");
        }
    }

    /** It was gone through byte by byte, for ever. */
    @Test
    void aPipeThatSaysThatItHasHolesIsRefused() throws IOException {
        entry("notes", TarConstants.LF_PAX_EXTENDED_HEADER_LC, SparseNotes.allHole(1L << 62));
        entry("pipe", TarConstants.LF_FIFO, "");
        entry("next", TarConstants.LF_NORMAL, "");
        try (StrangeTar tar = tar()) {
            assertThat(tar.next().isSparse()).isTrue();
            assertThatIOException().isThrownBy(tar::next).withMessageContaining("'pipe' has holes");
        }
    }
}
