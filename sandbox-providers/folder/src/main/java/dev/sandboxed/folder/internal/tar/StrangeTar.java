package dev.sandboxed.folder.internal.tar;

import dev.sandboxed.process.internal.output.HeaderBound;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;

/** The entries of a tar that nobody vouches for. Its headers have bounds, and so have names. */
public final class StrangeTar implements Closeable {

    /** Twice what a path may have, since what is written before one of ours counts as well. */
    private static final int LONGEST_NAME = 8192;

    private final HeaderBound bound;
    private final TarArchiveInputStream tar;
    private boolean opened;

    /**
     * Reads an archive.
     *
     * @param names how names are written in it
     */
    public StrangeTar(InputStream archive, Charset names) {
        this.bound = new HeaderBound(archive);
        this.tar = new TarArchiveInputStream(bound, names.name());
    }

    /**
     * Goes to the next entry, over what is left of the one before; null at the end of the archive.
     *
     * @throws IOException if the archive is damaged, or a header or a name is longer than any that is meant well
     */
    public @Nullable TarArchiveEntry next() throws IOException {
        skipRest();
        bound.headerBegins();
        TarArchiveEntry entry = tar.getNextEntry();
        opened = false;
        bound.headerEnds();
        if (entry != null) {
            requireShort(entry.getName());
            requireShort(entry.getLinkName());
        }
        return entry;
    }

    private void skipRest() throws IOException {
        TarArchiveEntry before = tar.getCurrentEntry();
        if (before == null || opened) {
            return;
        }
        if (before.isSparse()) {
            // The library would go through all of them, and a few bytes can stand for more than anybody can wait for.
            throw new IOException("its entry '" + before.getName() + "' has holes, which only files have");
        }
        while (tar.skip(Long.MAX_VALUE) > 0) {
            // It skips as much as it can at once.
        }
    }

    private static void requireShort(@Nullable String name) throws IOException {
        if (name != null && name.length() > LONGEST_NAME) {
            throw new IOException("its entry '" + name.substring(0, 100) + "…' has a name of " + name.length()
                    + " characters, and one may have " + LONGEST_NAME);
        }
    }

    /** Returns what the entry holds, which must be read to its end; closing it closes all. */
    public InputStream content() {
        opened = true;
        return tar;
    }

    @Override
    public void close() throws IOException {
        tar.close();
    }
}
