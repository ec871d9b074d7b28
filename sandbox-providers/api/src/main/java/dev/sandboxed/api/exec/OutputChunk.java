package dev.sandboxed.api.exec;

import java.nio.charset.StandardCharsets;

/** A piece of output, as it arrived; it may end in the middle of a character. */
public final class OutputChunk {

    private final Source source;
    private final byte[] bytes;

    /** Holds the bytes themselves, not a copy: whoever makes a chunk gives them away. */
    public OutputChunk(Source source, byte[] bytes) {
        this.source = source;
        this.bytes = bytes;
    }

    /** The two outputs of a command. */
    public enum Source {
        /** Standard output. */
        STDOUT,
        /** Standard error. */
        STDERR
    }

    /** Returns which output it came from. */
    public Source source() {
        return source;
    }

    /** Returns what was written. */
    public byte[] bytes() {
        return bytes;
    }

    /** Decodes as UTF-8; a character cut in two at the edge of a chunk becomes the replacement character. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return source + ": " + text();
    }
}
