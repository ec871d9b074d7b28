package dev.sandboxed.wire.internal;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A piece of the answer to a command: one byte that says what it is, four that say how long, the highest first, and the content.
 */
public final class Frame {

    /** Something happened to the command. */
    public static final int EVENT = 0;

    public static final int STDOUT = 1;

    public static final int STDERR = 2;

    /** The longest content. */
    public static final int LONGEST = 1 << 20;

    private static final int HEAD = 5;

    private final int kind;
    private final byte[] content;

    public Frame(int kind, byte[] content) {
        this.kind = kind;
        this.content = content;
    }

    /** Returns {@link #EVENT}, {@link #STDOUT} or {@link #STDERR}; whoever reads passes over others. */
    public int kind() {
        return kind;
    }

    /** Returns what was written, or a {@link CommandEvent} as JSON; nobody changes it. */
    public byte[] content() {
        return content;
    }

    /** Returns the event of a command. */
    public static Frame of(CommandEvent event) {
        return new Frame(EVENT, Words.written(event));
    }

    /** Returns it as it is sent. */
    public byte[] written() {
        return ByteBuffer.allocate(HEAD + content.length)
                .put((byte) kind)
                .putInt(content.length)
                .put(content)
                .array();
    }

    /**
     * Reads the next one.
     *
     * @return the frame, or empty if the answer has ended
     * @throws IOException if the connection breaks, the answer ends within a frame, or one is longer than is allowed
     */
    public static Optional<Frame> read(InputStream in) throws IOException {
        int kind = in.read();
        if (kind < 0) {
            return Optional.empty();
        }
        DataInputStream data = new DataInputStream(in);
        int length = data.readInt();
        if (length < 0 || length > LONGEST) {
            throw new IOException("A frame of " + Integer.toUnsignedLong(length) + " bytes, but at most " + LONGEST
                    + " are allowed; is this an answer of the contract?");
        }
        byte[] content = new byte[length];
        // A read of nothing waits in some streams.
        if (length > 0) {
            data.readFully(content);
        }
        return Optional.of(new Frame(kind, content));
    }

    /**
     * Returns the event that this is.
     *
     * @throws IOException if it is none
     */
    public CommandEvent event() throws IOException {
        if (kind != EVENT) {
            throw new IOException("A frame of kind " + kind + " is no event");
        }
        return Words.answered(content, CommandEvent.class);
    }
}
