package dev.sandboxed.serve.internal.e2b.files;

import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.process.internal.output.BulkInputStream;
import dev.sandboxed.serve.internal.web.FileBody;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.List;

/**
 * Several files as one stream; each is opened when the one before is at its end. What counts is what is read: a file may grow after
 * somebody has looked how large it is.
 */
final class JoinedFiles extends BulkInputStream {

    private final SandboxFiles files;
    private final Iterator<String> paths;
    private final DataSize most;
    private InputStream current = InputStream.nullInputStream();
    private long total;

    /**
     * Joins files.
     *
     * @param most how much they may have together; reading fails with an {@code HttpError} where there is more
     */
    JoinedFiles(SandboxFiles files, List<String> paths, DataSize most) {
        this.files = files;
        this.paths = paths.iterator();
        this.most = most;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int count = current.read(buffer, offset, length);
        while (count < 0 && paths.hasNext()) {
            current.close();
            current = files.read(paths.next());
            count = current.read(buffer, offset, length);
        }
        total += Math.max(0, count);
        if (total > most.bytes()) {
            throw FileErrors.noRoom(FileBody.tooLarge(most, "more"));
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        current.close();
    }
}
