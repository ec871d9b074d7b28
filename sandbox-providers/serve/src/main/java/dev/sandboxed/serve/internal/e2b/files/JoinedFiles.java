package dev.sandboxed.serve.internal.e2b.files;

import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.process.internal.output.BulkInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.List;

/** Several files as one stream; each is opened when the one before is at its end. */
final class JoinedFiles extends BulkInputStream {

    private final SandboxFiles files;
    private final Iterator<String> paths;
    private InputStream current = InputStream.nullInputStream();

    JoinedFiles(SandboxFiles files, List<String> paths) {
        this.files = files;
        this.paths = paths.iterator();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int count = current.read(buffer, offset, length);
        while (count < 0 && paths.hasNext()) {
            current.close();
            current = files.read(paths.next());
            count = current.read(buffer, offset, length);
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        current.close();
    }
}
