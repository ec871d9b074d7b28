package dev.sandboxed.process.internal.output;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * An archive that nobody vouches for. A library keeps its headers in memory, however long they say that they are, so that they have
 * bounds here: each of them, and all of them together.
 */
public class HeaderBound extends FilterInputStream {

    /** Names and attributes of one entry: paths have 4 KiB, attributes 64 KiB each. */
    private static final long LONGEST = 1 << 20;

    private static final long LONGEST_TOGETHER = 256L << 20;

    private long together;
    private long left = Long.MAX_VALUE;
    private long given;

    public HeaderBound(InputStream archive) {
        super(archive);
    }

    /** A header comes now; what the entry before holds must have been read. */
    public void headerBegins() {
        given = Math.min(LONGEST, LONGEST_TOGETHER - together);
        left = given;
    }

    /** What an entry holds comes now. */
    public void headerEnds() {
        together += given - left;
        left = Long.MAX_VALUE;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (left == 0 && length > 0) {
            throw new IOException(
                    given < LONGEST
                            ? "the headers of the archive have more than " + LONGEST_TOGETHER + " bytes together"
                            : "the archive has a header of more than " + LONGEST + " bytes");
        }
        int count = in.read(buffer, offset, (int) Math.min(length, left));
        left -= Math.max(0, count);
        return count;
    }

    @Override
    public long skip(long wanted) throws IOException {
        if (left != Long.MAX_VALUE) {
            byte[] piece = new byte[(int) Math.max(0, Math.min(wanted, 8192))];
            return Math.max(0, read(piece, 0, piece.length));
        }
        return in.skip(wanted);
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
