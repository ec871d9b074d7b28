package dev.sandboxed.provider.microvm.internal.channel;

import dev.sandboxed.process.internal.thread.Alarm;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A connection to what listens in a machine. */
final class Connection implements AutoCloseable {

    /** How much is sent in one frame. */
    static final int PIECE = 32 * 1024;

    private static final int LONGEST_ANSWER = 1 << 20;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    Connection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), PIECE));
        this.out = socket.getOutputStream();
    }

    /** Waits for a frame; fails as {@link Frames#read} does. */
    Optional<Frames.Frame> read() throws IOException {
        return Frames.read(in);
    }

    /** Sends a frame; only one thread may at a time. */
    void write(char type, byte[] bytes, int offset, int length) throws IOException {
        Frames.write(out, type, bytes, offset, length);
    }

    /**
     * Asks for something and waits until it is done, or has begun. Where that fails, the connection is closed.
     *
     * @param fields the token, what is asked for, and its arguments
     * @return the answer
     * @throws RefusedException if the machine says why it cannot
     * @throws IOException if the connection breaks, or the time is up
     */
    String ask(List<String> fields, Duration limit) throws IOException {
        Alarm late = Alarm.in(limit, this::close);
        try {
            Frames.ask(out, fields);
            String answer = answer();
            if (!late.silence()) {
                throw new IOException("The machine took too long to answer");
            }
            return answer;
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        } finally {
            late.silence();
        }
    }

    private String answer() throws IOException {
        StringBuilder text = new StringBuilder();
        while (true) {
            Frames.Frame frame =
                    read().orElseThrow(() -> new IOException("The machine ended the connection without an answer"));
            switch (frame.type()) {
                case Frames.ANSWER -> {
                    if (text.length() > LONGEST_ANSWER) {
                        throw new IOException("The machine answers with more than " + LONGEST_ANSWER + " characters");
                    }
                    text.append(frame.text());
                }
                case Frames.STARTED -> {
                    return text.toString();
                }
                case Frames.REFUSED -> throw new RefusedException(frame.text());
                default -> throw new IOException("The machine answers with a frame of type " + frame.type());
            }
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // Then it is broken, and so not open any more either.
        }
    }
}
