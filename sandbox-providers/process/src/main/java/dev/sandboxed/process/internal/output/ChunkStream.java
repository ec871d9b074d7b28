package dev.sandboxed.process.internal.output;

import dev.sandboxed.api.exec.OutputChunk;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/** Chunks of output as one stream. */
public class ChunkStream extends BulkInputStream {

    private final Supplier<Optional<OutputChunk>> next;
    private byte[] chunk = {};
    private int at;

    /**
     * Creates a stream of chunks.
     *
     * @param next waits for the next one; empty at the end
     */
    public ChunkStream(Supplier<Optional<OutputChunk>> next) {
        this.next = next;
    }

    @Override
    public synchronized int read(byte[] buffer, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (at == chunk.length) {
            Optional<OutputChunk> more = next.get();
            if (more.isEmpty()) {
                return -1;
            }
            chunk = more.get().bytes();
            at = 0;
        }
        int count = Math.min(length, chunk.length - at);
        System.arraycopy(chunk, at, buffer, offset, count);
        at += count;
        return count;
    }

    @Override
    public synchronized int available() {
        return chunk.length - at;
    }
}
