package dev.sandboxed.folder.rootfs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Bounds what an archive may become, on disk and in memory: a few bytes of one can stand for any number of zeros, and for
 * many names.
 */
final class UnpackBudget {

    private static final int BUFFER = 64 * 1024;
    /** About what a name costs beside its characters. */
    private static final int MEMORY_OF_ONE = 256;

    private final long mostBytes;
    private final long mostEntries;
    private final long mostMemory;
    private long bytes;
    private long entries;
    private long memory;

    /**
     * Allows so much.
     *
     * @param mostBytes of all files
     * @param mostEntries of all layers
     * @param mostMemory for all names, in bytes
     */
    UnpackBudget(long mostBytes, long mostEntries, long mostMemory) {
        this.mostBytes = mostBytes;
        this.mostEntries = mostEntries;
        this.mostMemory = mostMemory;
    }

    void countEntry() throws IOException {
        if (++entries > mostEntries) {
            throw new IOException("it has more than " + mostEntries + " entries");
        }
    }

    /** Counts a name that is kept in memory. */
    void remember(String name) throws IOException {
        memory += MEMORY_OF_ONE + name.length();
        if (memory > mostMemory) {
            throw new IOException("its names need more than " + mostMemory + " bytes of memory after " + entries
                    + " entries; a larger heap (-Xmx) allows more");
        }
    }

    /** Refuses a file that says itself that it is too large, before its holes are gone through byte by byte. */
    void requireRoomFor(long size) throws IOException {
        if (size > mostBytes - bytes) {
            throw tooLarge();
        }
    }

    private IOException tooLarge() {
        return new IOException("it becomes larger than " + mostBytes + " bytes");
    }

    void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
            bytes += count;
            if (bytes > mostBytes) {
                throw tooLarge();
            }
            to.write(buffer, 0, count);
        }
    }
}
