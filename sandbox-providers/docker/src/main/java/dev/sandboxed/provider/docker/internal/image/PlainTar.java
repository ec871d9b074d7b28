package dev.sandboxed.provider.docker.internal.image;

import dev.sandboxed.guest.internal.busybox.BusyboxRoot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** Writes an archive in memory that is the same for the same content: all of it is root's and as old as time. */
final class PlainTar implements BusyboxRoot.Place, AutoCloseable {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, StandardCharsets.UTF_8.name());

    PlainTar() {
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    }

    @Override
    public void folder(String path, int mode, int user) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(path + "/", TarConstants.LF_DIR);
        entry.setIds(user, user);
        write(entry, mode, new byte[0]);
    }

    @Override
    public void file(String path, int mode, byte[] content) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(path, TarConstants.LF_NORMAL);
        entry.setSize(content.length);
        write(entry, mode, content);
    }

    @Override
    public void link(String path, String target) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(path, TarConstants.LF_SYMLINK);
        entry.setLinkName(target);
        write(entry, 0777, new byte[0]);
    }

    private void write(TarArchiveEntry entry, int mode, byte[] content) throws IOException {
        entry.setMode(mode);
        entry.setModTime(0L);
        entry.setUserName("");
        entry.setGroupName("");
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
    }

    /** Ends the archive and returns it. */
    byte[] bytes() throws IOException {
        tar.finish();
        return bytes.toByteArray();
    }

    @Override
    public void close() throws IOException {
        tar.close();
    }
}
