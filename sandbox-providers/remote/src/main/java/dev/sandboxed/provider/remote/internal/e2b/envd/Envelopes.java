package dev.sandboxed.provider.remote.internal.e2b.envd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.provider.remote.internal.wire.Json;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/** The messages of a stream of the Connect protocol: each in an envelope of a byte of flags, its length and itself. */
final class Envelopes {

    private static final int HEADER = 5;
    private static final int COMPRESSED = 1;
    private static final int LAST = 2;
    /** The daemon sends pieces of at most 32 KiB, a third more in base64. */
    private static final int LARGEST = 4 << 20;

    private final DataInputStream in;

    Envelopes(InputStream in) {
        this.in = new DataInputStream(in);
    }

    /** Puts a message into an envelope. */
    static byte[] wrap(byte[] message) {
        return ByteBuffer.allocate(HEADER + message.length)
                .put((byte) 0)
                .putInt(message.length)
                .put(message)
                .array();
    }

    /**
     * Reads the next message.
     *
     * @return the message; empty after the last one
     * @throws ConnectException if the service ends the stream with an error
     * @throws IOException if the stream breaks, or is none of this protocol
     */
    Optional<JsonNode> next() throws IOException {
        int flags = in.read();
        if (flags < 0) {
            throw new EOFException("The stream was cut off before its last message");
        }
        int length = in.readInt();
        if (length < 0 || length > LARGEST || (flags & ~LAST) != 0) {
            throw new IOException("The stream is not what was asked for: flags " + flags
                    + ((flags & COMPRESSED) == 0 ? "" : " (compressed, which nobody asked for)") + ", length "
                    + length);
        }
        byte[] bytes = new byte[length];
        // Not readNBytes, which asks for nothing once it has all: such a read waits for the next message with some
        // streams.
        in.readFully(bytes);
        JsonNode message = Json.read(bytes);
        if ((flags & LAST) == 0) {
            return Optional.of(message);
        }
        JsonNode error = message.path("error");
        if (error.isObject()) {
            throw new ConnectException(
                    error.path("code").asText("unknown"), error.path("message").asText(""));
        }
        return Optional.empty();
    }
}
