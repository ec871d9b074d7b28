package dev.sandboxed.provider.local.internal.bubblewrap.box;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.guest.exec.GuestChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A process on a terminal of the box, which was made inside and whose name comes as the first line of output. */
final class TerminalChannel implements GuestChannel {

    /** Whoever replaced the program that makes the terminal may go on without ever ending the line. */
    private static final int LONGEST_NAME = 4096;

    private final GuestChannel pipes;
    private final BiConsumer<String, TerminalSize> resizing;
    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();
    private volatile String terminal = "";

    /**
     * Talk through pipes to what keeps the terminal.
     *
     * @param resizing changes the size of a terminal, given its name inside
     */
    TerminalChannel(GuestChannel pipes, BiConsumer<String, TerminalSize> resizing) {
        this.pipes = pipes;
        this.resizing = resizing;
    }

    @Override
    public OutputStream input() {
        return pipes.input();
    }

    @Override
    public Optional<OutputChunk> read() throws IOException {
        while (true) {
            Optional<OutputChunk> next = pipes.read();
            if (next.isEmpty() || !terminal.isEmpty() || next.get().source() != Source.STDOUT) {
                return next;
            }
            byte[] rest = afterName(next.get().bytes());
            if (rest.length > 0) {
                return Optional.of(new OutputChunk(Source.STDOUT, rest));
            }
        }
    }

    /** Collects the first line, and returns what follows it. */
    private byte[] afterName(byte[] bytes) throws IOException {
        if (beginning.size() > LONGEST_NAME) {
            throw new IOException("The terminal has a name of more than " + LONGEST_NAME + " bytes, which none has");
        }
        int end = 0;
        while (end < bytes.length && bytes[end] != '\n') {
            end++;
        }
        beginning.write(bytes, 0, end);
        if (end == bytes.length) {
            return new byte[0];
        }
        terminal = beginning.toString(StandardCharsets.UTF_8).strip();
        return Arrays.copyOfRange(bytes, end + 1, bytes.length);
    }

    @Override
    public void resize(TerminalSize size) throws IOException {
        if (!terminal.startsWith("/dev/")) {
            throw new IOException("The terminal is not known yet, it called itself '" + terminal + "'");
        }
        resizing.accept(terminal, size);
    }

    @Override
    public void close() {
        pipes.close();
    }
}
