package dev.sandboxed.folder.rootfs;

import dev.sandboxed.folder.SparseNotes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** Makes tars entry by entry, with names that no tool would write. */
final class TarBuilder {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, "UTF-8");

    TarBuilder() {
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    }

    TarBuilder file(String name, String content) {
        return file(name, content.getBytes(StandardCharsets.UTF_8), 0644);
    }

    TarBuilder file(String name, byte[] content, int mode) {
        TarArchiveEntry entry = new TarArchiveEntry(name, true);
        entry.setSize(content.length);
        entry.setMode(mode);
        return put(entry, content);
    }

    TarBuilder folder(String name, int mode) {
        TarArchiveEntry entry = new TarArchiveEntry(name + "/", true);
        entry.setMode(mode);
        return put(entry, new byte[0]);
    }

    TarBuilder link(String name, String target) {
        return special(name, TarConstants.LF_SYMLINK, target);
    }

    TarBuilder hardLink(String name, String target) {
        return special(name, TarConstants.LF_LINK, target);
    }

    TarBuilder device(String name) {
        return special(name, TarConstants.LF_CHR, "");
    }

    /** A file that is all hole, as it is written where a file is smaller in the archive than it is. */
    TarBuilder withHoles(String name, long size) {
        byte[] notes = SparseNotes.allHole(size).getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry("notes", TarConstants.LF_PAX_EXTENDED_HEADER_LC, true);
        entry.setSize(notes.length);
        return put(entry, notes).file(name, "");
    }

    private TarBuilder special(String name, byte type, String target) {
        TarArchiveEntry entry = new TarArchiveEntry(name, type, true);
        entry.setLinkName(target);
        return put(entry, new byte[0]);
    }

    private TarBuilder put(TarArchiveEntry entry, byte[] content) {
        try {
            // Two tars of the same entries are the same, whenever they are made.
            entry.setModTime(0);
            tar.putArchiveEntry(entry);
            tar.write(content);
            tar.closeArchiveEntry();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] bytes() {
        try {
            tar.close();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    InputStream stream() {
        return new ByteArrayInputStream(bytes());
    }
}
