package dev.sandboxed.guest.internal.tar;

import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.HostTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;

/**
 * Something that goes into an archive.
 *
 * @param entry its header
 * @param source what it holds
 * @param passed called when all of it has been handed over
 */
public record TarItem(TarArchiveEntry entry, Source source, Runnable passed) {

    private static final int LINK_MODE = 0777;

    /** Opens a content. */
    @FunctionalInterface
    public interface Source {
        InputStream open() throws IOException;
    }

    /** Whom it belongs to where it is unpacked. */
    public record Owner(long uid, long gid) {

        /** For archives that are unpacked by somebody who does not look at owners. */
        public static final Owner ROOT = new Owner(0, 0);
    }

    /** Describes a plain file that was made just now. */
    public static TarItem file(String name, Owner owner, int mode, long size, Source source) {
        TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_NORMAL);
        entry.setSize(size);
        return new TarItem(owned(entry, owner, mode), source, () -> {});
    }

    /** Describes something of the host that gets another owner, and was made just now. */
    public static TarItem of(HostTree.Item item, String name, Owner owner) {
        FileEntry inside = item.entry();
        if (inside.isFile()) {
            return file(name, owner, inside.mode(), inside.size(), () -> Files.newInputStream(item.file()));
        }
        if (inside.isDirectory()) {
            return empty(new TarArchiveEntry(name, TarConstants.LF_DIR), owner, inside.mode());
        }
        TarArchiveEntry link = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
        link.setLinkName(inside.linkTarget().orElseThrow());
        return empty(link, owner, LINK_MODE);
    }

    private static TarItem empty(TarArchiveEntry entry, Owner owner, int mode) {
        return new TarItem(owned(entry, owner, mode), InputStream::nullInputStream, () -> {});
    }

    /** Calls something when all of it has been handed over. */
    public TarItem then(Runnable action) {
        return new TarItem(entry, source, action);
    }

    private static TarArchiveEntry owned(TarArchiveEntry entry, Owner owner, int mode) {
        entry.setMode(mode);
        entry.setUserId(owner.uid());
        entry.setGroupId(owner.gid());
        entry.setLastModifiedTime(FileTime.from(Instant.now()));
        return entry;
    }
}
