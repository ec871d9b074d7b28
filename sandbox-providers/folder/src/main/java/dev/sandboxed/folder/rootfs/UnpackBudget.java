package dev.sandboxed.folder.rootfs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Bounds what an archive may become on disk: a few bytes of one can stand for any number of zeros. */
final class UnpackBudget {

    private static final int BUFFER = 64 * 1024;

    private final long mostBytes;
    private final long mostEntries;
    private long bytes;
    private long entries;

    UnpackBudget(long mostBytes, long mostEntries) {
        this.mostBytes = mostBytes;
        this.mostEntries = mostEntries;
    }

    void countEntry() throws IOException {
        if (++entries > mostEntries) {
            throw new IOException("it has more than " + mostEntries + " entries");
        }
    }

    void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
            bytes += count;
            if (bytes > mostBytes) {
                throw new IOException("it becomes larger than " + mostBytes + " bytes");
            }
            to.write(buffer, 0, count);
        }
    }
}
