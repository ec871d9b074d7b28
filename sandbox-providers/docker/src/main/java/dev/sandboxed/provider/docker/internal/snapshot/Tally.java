package dev.sandboxed.provider.docker.internal.snapshot;

import dev.sandboxed.api.limit.DataSize;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;

/**
 * How many plain files there are, and what they take.
 *
 * @param files number of plain files; one with two names counts twice, as it does for whoever looks for files
 * @param size what they take in an archive, so that an empty file takes something, too
 */
record Tally(long files, DataSize size) {

    static final Tally NOTHING = new Tally(0, DataSize.ofBytes(0));

    private static final long HEADER = 512;

    /** Adds an entry of an archive if it is a plain file. */
    Tally plus(TarArchiveEntry entry) {
        boolean plain = switch (entry.getLinkFlag()) {
            case TarConstants.LF_NORMAL, TarConstants.LF_OLDNORM, TarConstants.LF_LINK -> true;
            default -> false;
        };
        return plain ? new Tally(files + 1, DataSize.ofBytes(size.bytes() + HEADER + entry.getSize())) : this;
    }
}
