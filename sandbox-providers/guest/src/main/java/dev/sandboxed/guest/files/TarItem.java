package dev.sandboxed.guest.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;

/**
 * Something that goes into a guest.
 *
 * @param entry its header
 * @param source what it holds
 * @param passed called when all of it has been handed over
 */
record TarItem(TarArchiveEntry entry, Source source, Runnable passed) {

    private static final int LINK_MODE = 0777;

    /** Opens a content. */
    @FunctionalInterface
    interface Source {
        InputStream open() throws IOException;
    }

    /** Describes a plain file of the user's that was made just now. */
    static TarItem file(String name, GuestUser owner, int mode, long size, Source source) {
        TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_NORMAL);
        entry.setSize(size);
        return new TarItem(owned(entry, owner, mode), source, () -> {});
    }

    /** Describes a link of the user's that was made just now. */
    static TarItem link(String name, GuestUser owner, String target) {
        TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
        entry.setLinkName(target);
        return new TarItem(owned(entry, owner, LINK_MODE), InputStream::nullInputStream, () -> {});
    }

    TarItem then(Runnable action) {
        return new TarItem(entry, source, action);
    }

    private static TarArchiveEntry owned(TarArchiveEntry entry, GuestUser owner, int mode) {
        entry.setMode(mode);
        entry.setUserId(owner.uid());
        entry.setGroupId(owner.gid());
        entry.setLastModifiedTime(FileTime.from(Instant.now()));
        return entry;
    }
}
