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
        byte[] head = body.readNBytes(HEAD);
        if (head.length == 0) {
            return Optional.empty();
        }
        if (head.length < HEAD) {
            throw ConnectError.invalid(
                    "protocol error: incomplete envelope: its head has " + head.length + " bytes of " + HEAD);
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
        byte[] payload = body.readNBytes((int) length);
        if (payload.length < length) {
            throw ConnectError.invalid("protocol error: promised " + length + " bytes in enveloped message, got "
                    + payload.length + " bytes");
        }
        return payload;
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
