package dev.sandboxed.guest.exec;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.guest.internal.exec.ProcessChannel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/** The streams of a process of this host, with the worst habit that the connection to a container engine can have. */
final class LocalChannel implements GuestChannel {

    final Process process;
    private final ProcessChannel streams;
    private final Queue<OutputChunk> late = new ArrayDeque<>();
    private volatile boolean broken;
    private final AtomicInteger errorsFirst = new AtomicInteger();

    LocalChannel(Process process) {
        this.process = process;
        this.streams = new ProcessChannel(process, chunk -> {});
    }

    @Override
    public OutputStream input() {
        return streams.input();
    }

    @Override
    public Optional<OutputChunk> read() throws IOException {
        try {
            Optional<OutputChunk> chunk = next();
            if (broken) {
                throw new IOException("The connection was reset");
            }
            return chunk;
        } catch (InterruptedIOException e) {
            // As a socket does: whoever is interrupted hears nothing more.
            close();
            throw e;
        }
    }

    /** Has the word that the next command has begun be heard only after this much of its standard error, as when the other output's reader is late. */
    void hearErrorsFirst(int bytes) {
        errorsFirst.set(bytes);
    }

    private Optional<OutputChunk> next() throws IOException {
        if (errorsFirst.get() <= 0 && !late.isEmpty()) {
            return Optional.of(late.remove());
        }
        Optional<OutputChunk> chunk = streams.read();
        if (chunk.isEmpty() || errorsFirst.get() <= 0) {
            return chunk;
        }
        if (chunk.get().source() == OutputChunk.Source.STDERR) {
            errorsFirst.addAndGet(-chunk.get().bytes().length);
        } else if (!late.isEmpty() || chunk.get().text().contains(" begin ")) {
            late.add(chunk.get());
            return next();
        }
        return chunk;
    }

    /** Has whatever comes next be lost with the connection; the process does not notice. */
    void breakOff() {
        broken = true;
    }

    @Override
    public void close() {
        if (broken) {
            return;
        }
        streams.close();
    }
}
