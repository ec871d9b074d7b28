package dev.sandboxed.guest.files;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.process.internal.output.BulkInputStream;
import java.util.Objects;

/**
 * What a file holds as the guest's own tools print it, one piece at a time as it is read: however much they print, the host
 * keeps no more than a piece of it.
 */
final class PiecewiseContent extends BulkInputStream {

    /** What a kernel makes up is nearly always smaller, and so of one moment. */
    static final DataSize PIECE = DataSize.ofMebibytes(8);

    private final GuestShell shell;
    private final GuestFaults faults;
    private final String given;
    private final String path;
    private byte[] piece;
    private int at;
    private long before;

    /**
     * Reads the first piece.
     *
     * @param given the path as the user named it, for errors
     * @param path the path, absolute
     * @throws dev.sandboxed.api.error.SandboxFileException if it cannot be read
     */
    PiecewiseContent(GuestShell shell, GuestFaults faults, String given, String path) {
        this.shell = shell;
        this.faults = faults;
        this.given = given;
        this.path = path;
        this.piece = next();
    }

    private byte[] next() {
        ExecResult result =
                shell.run(PIECE, Scripts.CONTENT, path, Long.toString(before + 1), Long.toString(PIECE.bytes()));
        if (!result.succeeded()) {
            throw faults.of("read", given, result);
        }
        if (result.truncated()) {
            throw faults.nonsense("read", given, "at most " + PIECE + " of it", "more than that");
        }
        return result.stdoutBytes();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, buffer.length);
        if (length == 0) {
            return 0;
        }
        if (at == piece.length && piece.length == PIECE.bytes()) {
            before += piece.length;
            at = 0;
            piece = next();
        }
        if (at == piece.length) {
            return -1;
        }
        int count = Math.min(length, piece.length - at);
        System.arraycopy(piece, at, buffer, offset, count);
        at += count;
        return count;
    }

    @Override
    public int available() {
        return piece.length - at;
    }
}
