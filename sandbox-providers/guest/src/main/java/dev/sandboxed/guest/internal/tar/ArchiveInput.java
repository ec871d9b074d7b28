package dev.sandboxed.guest.internal.tar;

import dev.sandboxed.api.error.SandboxException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;

/**
 * An archive as somebody inside made it, read entry by entry. Whoever makes it may lie: a header, which is kept in memory, has
 * bounds here, and whatever makes no sense is an {@link IOException}.
 */
public final class ArchiveInput implements AutoCloseable {

    /** Names and attributes of one entry: paths have 4 KiB, attributes 64 KiB each. */
    private static final int LONGEST_HEADER = 1 << 20;
    /** Tools fill archives up to 10 KiB, and some to more. */
    private static final int LONGEST_REST = 1 << 20;

    private final Bounded archive;
    private final TarArchiveInputStream tar;

    /**
     * Reads an archive.
     *
     * @param copy what takes all that is read of it, if anything
     */
    public ArchiveInput(InputStream archive, @Nullable Spool copy) {
        this.archive = new Bounded(archive, copy);
        this.tar = new TarArchiveInputStream(this.archive, StandardCharsets.UTF_8.name());
    }

    /** Does something with an archive. */
    @FunctionalInterface
    interface Reading<T> {
        T get() throws IOException;
    }

    /** Reads something of an archive; the library that does so is not prepared for all that can be wrong with one. */
    static <T> T sensibly(Reading<T> reading) throws IOException {
        try {
            return reading.get();
        } catch (SandboxException known) {
            throw known;
        } catch (RuntimeException e) {
            throw new IOException("the sandbox's tar made no archive: " + e, e);
        }
    }

    /** Goes to the next entry; null at the end of the archive. What the one before holds must have been read. */
    public @Nullable TarArchiveEntry next() throws IOException {
        archive.left = LONGEST_HEADER;
        TarArchiveEntry entry = sensibly(tar::getNextEntry);
        archive.left = Long.MAX_VALUE;
        if (entry != null && (entry.getSize() < 0 || entry.getRealSize() < 0)) {
            throw new IOException("the archive has '" + entry.getName() + "' with a size below zero");
        }
        return entry;
    }

    /** Returns what the entry holds; closing it closes all. */
    public InputStream content() {
        return sensible(tar);
    }

    /** Reads what the library makes of an archive, as {@link #sensibly} does. */
    static InputStream sensible(InputStream content) {
        return new FilterInputStream(content) {
            @Override
            public int read() throws IOException {
                return sensibly(in::read);
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                return sensibly(() -> in.read(buffer, offset, length));
            }
        };
    }

    /** Reads what follows the last entry, up to the end of the stream: only there some tell whether all went well. */
    void finish() throws IOException {
        byte[] rest = new byte[8192];
        long read = 0;
        for (int count = archive.read(rest); count >= 0; count = archive.read(rest)) {
            read += count;
            if (read > LONGEST_REST) {
                throw new IOException("the archive goes on after its end, with more than " + LONGEST_REST + " bytes");
            }
        }
    }

    @Override
    public void close() throws IOException {
        tar.close();
    }

    /** Yields only as much as it may, and copies it. */
    private static final class Bounded extends FilterInputStream {
        private final @Nullable Spool copy;
        private long left = Long.MAX_VALUE;

        Bounded(InputStream source, @Nullable Spool copy) {
            super(source);
            this.copy = copy;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (left == 0 && length > 0) {
                throw new IOException("the archive has a header of more than " + LONGEST_HEADER + " bytes");
            }
            int count = in.read(buffer, offset, (int) Math.min(length, left));
            if (count > 0) {
                left -= count;
                if (copy != null) {
                    copy.append(buffer, offset, count);
                }
            }
            return count;
        }

        /** What is skipped is copied and counted as well. */
        @Override
        public long skip(long wanted) throws IOException {
            byte[] piece = new byte[(int) Math.max(0, Math.min(wanted, 8192))];
            return Math.max(0, read(piece, 0, piece.length));
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
