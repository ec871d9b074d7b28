package dev.sandboxed.provider.microvm.internal.channel;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.process.internal.output.BulkInputStream;
import java.io.IOException;
import java.util.Optional;

/** What the listener itself writes to a channel. Whoever reads to the end finds out whether it was all. */
final class ChannelStream extends BulkInputStream {

    /** Beyond it whoever speaks does not mean to explain anything. */
    private static final int MOST_SAID = 64 * 1024;

    private final MachineChannel channel;
    private final StringBuilder said = new StringBuilder();
    private byte[] piece = {};
    private int at;
    private boolean ended;

    ChannelStream(MachineChannel channel) {
        this.channel = channel;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (at == piece.length) {
            if (ended || !advance()) {
                return -1;
            }
        }
        int count = Math.min(length, piece.length - at);
        System.arraycopy(piece, at, bytes, offset, count);
        at += count;
        return count;
    }

    private boolean advance() throws IOException {
        Optional<OutputChunk> chunk = channel.read();
        if (chunk.isEmpty()) {
            ended = true;
            if (channel.exitCode().orElse(1) != 0) {
                throw new IOException(said.isEmpty() ? "The machine did not come to the end" : said.toString());
            }
            return false;
        }
        if (chunk.get().source() == OutputChunk.Source.STDERR) {
            if (said.length() < MOST_SAID) {
                said.append(chunk.get().text());
            }
        } else {
            piece = chunk.get().bytes();
            at = 0;
        }
        return true;
    }

    @Override
    public void close() {
        channel.close();
    }
}
