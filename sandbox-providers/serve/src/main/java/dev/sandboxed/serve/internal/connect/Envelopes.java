package dev.sandboxed.serve.internal.connect;

import dev.sandboxed.api.limit.DataSize;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Reads the messages of a stream, each in an envelope: a byte of flags, four of length, and the message. */
public final class Envelopes {

    /** The largest message, in an envelope or not. */
    static final DataSize LARGEST = DataSize.ofMebibytes(4);

    private static final int HEAD = 5;
    private static final int COMPRESSED = 1;

    private final InputStream body;

    Envelopes(InputStream body) {
        this.body = body;
    }

    /**
     * Waits for the next message.
     *
     * @return the message, or empty at the end of the stream
     * @throws ConnectError if an envelope is not whole, is compressed, has unknown flags or is too large
     */
    public Optional<ProtoMessage> next() throws IOException {
        byte[] head = new byte[HEAD];
        int got = read(head);
        if (got == 0) {
            return Optional.empty();
        }
        if (got < HEAD) {
            throw ConnectError.invalid(
                    "protocol error: incomplete envelope: its head has " + got + " bytes of " + HEAD);
        }
        int flags = head[0] & 0xff;
        if ((flags & COMPRESSED) != 0) {
            throw new ConnectError(
                    ConnectCode.INTERNAL, "protocol error: sent compressed message without compression support");
        }
        if (flags != 0) {
            throw ConnectError.invalid("protocol error: unknown flags " + flags + " of an envelope");
        }
        return Optional.of(
                ProtoMessage.parse(payload(ByteBuffer.wrap(head, 1, 4).getInt() & 0xffff_ffffL)));
    }

    private byte[] payload(long length) throws IOException {
        if (length > LARGEST.bytes()) {
            throw new ConnectError(
                    ConnectCode.RESOURCE_EXHAUSTED,
                    "message size " + length + " is larger than configured max " + LARGEST.bytes());
        }
        byte[] payload = new byte[(int) length];
        int got = read(payload);
        if (got < length) {
            throw ConnectError.invalid(
                    "protocol error: promised " + length + " bytes in enveloped message, got " + got + " bytes");
        }
        return payload;
    }

    /**
     * Reads until there is enough, or the end. {@code readNBytes} with a number asks for none in the end, and Jetty waits for the next
     * message to answer that.
     */
    private int read(byte[] target) throws IOException {
        return body.readNBytes(target, 0, target.length);
    }

    /** Reads the only message of a stream. */
    ProtoMessage only() throws IOException {
        ProtoMessage message = next().orElseThrow(
                        () -> new ConnectError(ConnectCode.UNIMPLEMENTED, "unary request has zero messages"));
        if (next().isPresent()) {
            throw new ConnectError(ConnectCode.UNIMPLEMENTED, "unary request has multiple messages");
        }
        return message;
    }
}
