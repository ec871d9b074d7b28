package dev.sandboxed.guest.exec;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.guest.internal.exec.ProcessChannel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Optional;

/** The streams of a process of this host, with the worst habit that the connection to a container engine can have. */
final class LocalChannel implements GuestChannel {

    final Process process;
    private final ProcessChannel streams;

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
            return streams.read();
        } catch (InterruptedIOException e) {
            // As a socket does: whoever is interrupted hears nothing more.
            close();
            throw e;
        }
    }

    @Override
    public void close() {
        streams.close();
    }
}
