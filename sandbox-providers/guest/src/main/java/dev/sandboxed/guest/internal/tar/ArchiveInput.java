package dev.sandboxed.guest.internal.tar;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.process.internal.output.HeaderBound;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;

/**
 * An archive as somebody inside made it, read entry by entry. Whoever makes it may lie: headers and names, which are kept in memory,
 * have bounds here, and whatever makes no sense is an {@link IOException}.
 */
public final class ArchiveInput implements AutoCloseable {

    private static final int LONGEST_NAME = 4096;
    private static final int MOST_ATTRIBUTES = 1_000_000;
    /** Tools fill archives up to 10 KiB, and some to more. */
    private static final int LONGEST_REST = 1 << 20;

    private final Copied archive;
    private final TarArchiveInputStream tar;
    private long attributes;

    /**
     * Reads an archive.
     *
     * @param copy what takes all that is read of it
     */
    ArchiveInput(InputStream archive, Spool copy) {
        this(archive, copy, StandardCharsets.UTF_8);
    }

    /**
     * Reads an archive.
     *
     * @param names how names are written in it
     */
    public ArchiveInput(InputStream archive, Charset names) {
        this(archive, null, names);
    }

    private ArchiveInput(InputStream archive, @Nullable Spool copy, Charset names) {
        this.archive = new Copied(archive, copy);
        this.tar = new TarArchiveInputStream(this.archive, names.name());
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
        archive.headerBegins();
        TarArchiveEntry entry = sensibly(tar::getNextEntry);
        archive.headerEnds();
        if (entry != null) {
            requireSense(entry);
        }
        return entry;
    }

    private void requireSense(TarArchiveEntry entry) throws IOException {
        if (Math.max(entry.getName().length(), entry.getLinkName().length()) > LONGEST_NAME) {
            throw new IOException("the archive has a name of more than " + LONGEST_NAME + " characters");
        }
        if (entry.getSize() < 0 || entry.getRealSize() < 0) {
            throw new IOException("the archive has '" + entry.getName() + "' with a size below zero");
        }
        // Each entry has those of the whole archive, too.
        attributes += entry.getExtraPaxHeaders().size();
        if (attributes > MOST_ATTRIBUTES) {
            throw new IOException(
                    "the entries of the archive have more than " + MOST_ATTRIBUTES + " attributes together");
        }
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

    /** Copies what it yields. */
    private static final class Copied extends HeaderBound {
        private final @Nullable Spool copy;

        Copied(InputStream source, @Nullable Spool copy) {
            super(source);
            this.copy = copy;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int count = super.read(buffer, offset, length);
            if (count > 0 && copy != null) {
                copy.append(buffer, offset, count);
            }
            return count;
        }

        /** What is skipped is copied as well. */
        @Override
        public long skip(long wanted) throws IOException {
            byte[] piece = new byte[(int) Math.max(0, Math.min(wanted, 8192))];
            return Math.max(0, read(piece, 0, piece.length));
        }
    }
}
