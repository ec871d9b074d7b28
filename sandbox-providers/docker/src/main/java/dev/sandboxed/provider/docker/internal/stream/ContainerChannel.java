package dev.sandboxed.provider.docker.internal.stream;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.process.internal.output.BulkOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The streams of a process in a container. Without a terminal both outputs share one connection, in frames: a byte for the
 * output, three of nothing, four for the length, and the data.
 */
public final class ContainerChannel implements GuestChannel {

    private static final int FRAME_HEADER = 8;
    private static final int STDERR = 2;

    private final String process;
    private final Hijack stream;
    private final @Nullable Consumer<TerminalSize> resizing;
    private final Runnable heard;
    private final byte[] buffer = new byte[32 * 1024];
    private int from;
    private int to;
    private Source source = Source.STDOUT;
    private long leftInFrame;

    /**
     * Speaks with a process.
     *
     * @param process what the engine calls it; empty for the first one of a container
     * @param resizing how the size of its terminal is changed, if it has one
     * @param heard told whenever there was output, and when there is none any more: the process runs, or never will
     */
    public ContainerChannel(String process, Hijack stream, @Nullable Consumer<TerminalSize> resizing, Runnable heard) {
        this.process = process;
        this.stream = stream;
        this.resizing = resizing;
        this.heard = heard;
    }

    /** Returns what the engine calls the process. */
    public String process() {
        return process;
    }

    @Override
    public OutputStream input() {
        return new BulkOutputStream() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                stream.write(bytes, offset, length);
            }

            @Override
            public void close() throws IOException {
                stream.endOutput();
            }
        };
    }

    @Override
    public Optional<OutputChunk> read() throws IOException {
        try {
            return next();
        } finally {
            heard.run();
        }
    }

    private Optional<OutputChunk> next() throws IOException {
        if (resizing != null) {
            return fill() ? Optional.of(take(to - from)) : Optional.empty();
        }
        while (leftInFrame == 0) {
            if (!nextFrame()) {
                return Optional.empty();
            }
        }
        if (from == to && !fill()) {
            throw new EOFException("The stream ended in the middle of a frame");
        }
        int count = (int) Math.min(leftInFrame, to - from);
        leftInFrame -= count;
        return Optional.of(take(count));
    }

    private boolean nextFrame() throws IOException {
        while (to - from < FRAME_HEADER) {
            if (!fill()) {
                return false;
            }
        }
        source = buffer[from] == STDERR ? Source.STDERR : Source.STDOUT;
        leftInFrame =
                Integer.toUnsignedLong(ByteBuffer.wrap(buffer, from + 4, 4).getInt());
        from += FRAME_HEADER;
        return true;
    }

    /** Reads more behind what is there; tells whether there was more. */
    private boolean fill() throws IOException {
        if (from == to) {
            from = 0;
            to = 0;
        } else if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, to - from);
            to -= from;
            from = 0;
        }
        int count = stream.read(buffer, to, buffer.length - to);
        to += Math.max(0, count);
        return count >= 0;
    }

    private OutputChunk take(int count) {
        byte[] bytes = Arrays.copyOfRange(buffer, from, from + count);
        from += count;
        return new OutputChunk(source, bytes);
    }

    @Override
    public void resize(TerminalSize size) throws IOException {
        if (resizing == null) {
            throw new IOException("This process has no terminal");
        }
        resizing.accept(size);
    }

    @Override
    public void close() {
        stream.close();
        heard.run();
    }
}
