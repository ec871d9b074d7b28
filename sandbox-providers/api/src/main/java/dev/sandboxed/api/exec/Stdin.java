package dev.sandboxed.api.exec;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What a command reads from its standard input. */
public sealed interface Stdin {

    /** Returns nothing: the command meets the end of file at once. */
    static Stdin empty() {
        return new Bytes(new byte[0]);
    }

    static Stdin text(String text) {
        return new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    static Stdin bytes(byte[] content) {
        return new Bytes(content.clone());
    }

    /** Returns the content of a file of the host, streamed. */
    static Stdin file(Path file) {
        return new HostFile(file);
    }

    /** Returns what a stream yields until its end; it is read on a thread of its own and not closed. */
    static Stdin stream(InputStream source) {
        return new Streamed(source);
    }

    /** Keeps it open for {@link Execution#stdin()}; only for commands that are started, not for {@code exec}. */
    static Stdin open() {
        return Open.INSTANCE;
    }

    /** Content held in memory. */
    final class Bytes implements Stdin {
        private final byte[] content;

        private Bytes(byte[] content) {
            this.content = content;
        }

        /** Returns the bytes, which nobody changes. */
        public byte[] content() {
            return content;
        }

        @Override
        public String toString() {
            return "stdin of " + content.length + " bytes";
        }
    }

    /**
     * Content of a file of the host.
     *
     * @param file the file
     */
    record HostFile(Path file) implements Stdin {}

    /**
     * Content of a stream.
     *
     * @param source the stream
     */
    record Streamed(InputStream source) implements Stdin {}

    /** Written to while the command runs. */
    enum Open implements Stdin {
        /** The only one. */
        INSTANCE
    }
}
