package dev.sandboxed.provider.docker.internal.stream;

import dev.sandboxed.provider.docker.internal.engine.EngineAddress;
import dev.sandboxed.provider.docker.internal.engine.EngineFaults;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Turns an HTTP request into a raw stream in both directions, as the engine does it for attaching to a container and for
 * starting a process in one.
 *
 * <p>Why not with the client library: none of its maintained transports can say that the input has ended without closing
 * everything, and then a command that reads to the end waits for ever.
 */
public final class Hijack {

    private static final byte[] END_OF_HEADER = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_ANSWER = 64 * 1024;

    private final Wire wire;
    /** What came together with the answer's header; it belongs to the stream. */
    private final byte[] early;

    private int earlyAt;

    private Hijack(Wire wire, byte[] early) {
        this.wire = wire;
        this.early = early;
    }

    /**
     * Post a request, and wait until the engine has made a stream of it.
     *
     * @param path with the version of the API
     * @param json the body; may be empty
     * @throws IOException if the engine cannot be reached or says something else
     * @throws com.github.dockerjava.api.exception.DockerException if the engine refuses; the type tells why, as in the client library
     */
    public static Hijack post(EngineAddress address, String path, String json) throws IOException {
        Wire wire = Wire.to(address);
        boolean made = false;
        try {
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            String header = "POST " + path + " HTTP/1.1\r\nHost: docker\r\nContent-Type: application/json\r\n"
                    + "Connection: Upgrade\r\nUpgrade: tcp\r\nContent-Length: " + body.length + "\r\n\r\n";
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            request.writeBytes(header.getBytes(StandardCharsets.US_ASCII));
            request.writeBytes(body);
            wire.write(request.toByteArray(), 0, request.size());
            Hijack hijack = answered(wire);
            made = true;
            return hijack;
        } finally {
            if (!made) {
                wire.close();
            }
        }
    }

    private static Hijack answered(Wire wire) throws IOException {
        byte[] answer = new byte[LONGEST_ANSWER];
        int length = 0;
        int end = -1;
        while (end < 0) {
            int count = length == answer.length ? -1 : wire.read(answer, length, answer.length - length);
            if (count < 0) {
                throw new EOFException("The engine closed the connection instead of answering");
            }
            length += count;
            end = endOfHeader(answer, length);
        }
        String header = new String(answer, 0, end, StandardCharsets.US_ASCII);
        int status = status(header);
        byte[] rest = Arrays.copyOfRange(answer, end + END_OF_HEADER.length, length);
        if (status != 101 && status != 200) {
            throw EngineFaults.refusal(status, wholeText(wire, rest));
        }
        return new Hijack(wire, rest);
    }

    private static int endOfHeader(byte[] answer, int length) {
        for (int at = 0; at + END_OF_HEADER.length <= length; at++) {
            if (Arrays.equals(answer, at, at + END_OF_HEADER.length, END_OF_HEADER, 0, END_OF_HEADER.length)) {
                return at;
            }
        }
        return -1;
    }

    private static int status(String header) throws IOException {
        String[] words = header.split("[ \r]", 3);
        if (words.length < 2 || !words[0].startsWith("HTTP/") || !words[1].matches("[0-9]{3}")) {
            throw new IOException("This is no answer of an engine: '"
                    + header.lines().findFirst().orElse("") + "'");
        }
        return Integer.parseInt(words[1]);
    }

    /** An error has a short body; where it ends is of no interest, since the connection is closed anyway. */
    private static String wholeText(Wire wire, byte[] begun) throws IOException {
        if (begun.length > 0) {
            return new String(begun, StandardCharsets.UTF_8);
        }
        byte[] body = new byte[LONGEST_ANSWER];
        int count = wire.read(body, 0, body.length);
        return count < 0 ? "" : new String(body, 0, count, StandardCharsets.UTF_8);
    }

    int read(byte[] buffer, int offset, int length) throws IOException {
        if (earlyAt < early.length) {
            int count = Math.min(length, early.length - earlyAt);
            System.arraycopy(early, earlyAt, buffer, offset, count);
            earlyAt += count;
            return count;
        }
        return wire.read(buffer, offset, length);
    }

    void write(byte[] bytes, int offset, int length) throws IOException {
        wire.write(bytes, offset, length);
    }

    void endOutput() throws IOException {
        wire.endOutput();
    }

    /** Lets go of the stream. */
    public void close() {
        wire.close();
    }
}
