package dev.sandboxed.provider.microvm.internal.channel;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The frames that the listener and we exchange: a letter, four bytes of length, the content. */
final class Frames {

    /** Asks for something; what follows ends with a zero each. */
    static final char REQUEST = 'Q';
    /** It was done, or has begun. */
    static final char STARTED = 'S';
    /** It was not done; says why. */
    static final char REFUSED = 'E';
    /** Something that was asked for. */
    static final char ANSWER = 'A';
    /** What a process reads. */
    static final char INPUT = 'I';
    /** There is nothing more to read. */
    static final char END_OF_INPUT = 'C';
    /** The new size of a terminal. */
    static final char SIZE = 'W';
    /** Says that nothing more comes on this connection, and that the process is to be kept for another; the answer says so, too. */
    static final char HOLD = 'H';
    /** What a process wrote to its standard output, or to its terminal. */
    static final char OUTPUT = 'O';
    /** What it wrote to its standard error. */
    static final char ERROR = 'R';
    /** Its exit code, as a shell would see it. */
    static final char EXITED = 'X';

    private static final int HEADER = 5;
    private static final int LONGEST = 1024 * 1024;

    private Frames() {}

    /** One that came. */
    record Frame(char type, ByteBuffer content) {

        String text() {
            return StandardCharsets.UTF_8.decode(content.duplicate()).toString();
        }
    }

    /** Writes one. */
    static void write(OutputStream to, char type, byte[] bytes, int offset, int length) throws IOException {
        byte[] frame = new byte[HEADER + length];
        ByteBuffer.wrap(frame).put((byte) type).putInt(length).put(bytes, offset, length);
        to.write(frame);
        to.flush();
    }

    /** Writes a request. */
    static void ask(OutputStream to, List<String> fields) throws IOException {
        byte[] content = (String.join("\0", fields) + "\0").getBytes(StandardCharsets.UTF_8);
        write(to, REQUEST, content, 0, content.length);
    }

    /**
     * Waits for one; empty at the end of the connection.
     *
     * @throws EOFException if it ends in the middle of one
     * @throws IOException if the connection breaks, or what comes is no frame
     */
    static Optional<Frame> read(DataInputStream from) throws IOException {
        int type = from.read();
        if (type < 0) {
            return Optional.empty();
        }
        int length = from.readInt();
        if (length < 0 || length > LONGEST) {
            throw new IOException("A frame of " + length + " bytes came from the machine");
        }
        byte[] content = new byte[length];
        from.readFully(content);
        return Optional.of(new Frame((char) type, ByteBuffer.wrap(content)));
    }
}
