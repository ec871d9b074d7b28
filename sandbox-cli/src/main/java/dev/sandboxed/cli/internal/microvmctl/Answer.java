package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.process.internal.output.BulkInputStream;
import dev.sandboxed.wire.internal.FaultWords;
import dev.sandboxed.wire.internal.Words;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/** An answer of the keeper: its status, and a body that is read as it comes. */
final class Answer implements Closeable {

    private static final int LONGEST_LINE = 8 * 1024;
    private static final int FIRST_FAILURE = 300;
    private static final int NOT_FOUND = 404;

    private final int status;
    private final InputStream body;
    private final Closeable connection;

    private Answer(int status, InputStream body, Closeable connection) {
        this.status = status;
        this.body = body;
        this.connection = connection;
    }

    /**
     * Reads the beginning of an answer.
     *
     * @param connection closed with the answer
     */
    static Answer read(InputStream raw, Closeable connection) throws IOException {
        InputStream in = new BufferedInputStream(raw, 64 * 1024);
        String[] first = line(in).split(" ", 3);
        if (first.length < 2 || !first[0].startsWith("HTTP/1.") || !first[1].matches("[0-9]{3}")) {
            throw new IOException("The keeper does not speak as it should: '" + String.join(" ", first) + "'");
        }
        Map<String, String> headers = new HashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        return new Answer(Integer.parseInt(first[1]), body(in, headers), connection);
    }

    private static InputStream body(InputStream in, Map<String, String> headers) {
        if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
            return new Chunks(in);
        }
        String length = headers.getOrDefault("content-length", "");
        return length.matches("[0-9]{1,18}") ? new Chunks(in, Long.parseLong(length)) : in;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("The keeper broke off");
            }
            if (line.length() > LONGEST_LINE) {
                throw new IOException("The keeper says a line that does not end");
            }
            line.append((char) c);
        }
        return line.toString().stripTrailing();
    }

    InputStream body() {
        return body;
    }

    /** Returns whether there is no such thing. */
    boolean isNotFound() {
        return status == NOT_FOUND;
    }

    /**
     * Insists on success.
     *
     * @return this answer
     * @throws RuntimeException what the keeper says went wrong
     */
    Answer required() throws IOException {
        if (status < FIRST_FAILURE) {
            return this;
        }
        FaultWords fault = words(FaultWords.class);
        close();
        throw fault.exception(UnaryOperator.identity());
    }

    <T> T words(Class<T> kind) throws IOException {
        byte[] text = body.readAllBytes();
        return Words.answered(text, kind);
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }

    /** A body in pieces whose lengths are told before each, or in one. */
    private static final class Chunks extends BulkInputStream {
        private final InputStream in;
        private final boolean more;
        private long left;
        private boolean begun;
        private boolean over;

        Chunks(InputStream in) {
            this.in = in;
            this.more = true;
        }

        Chunks(InputStream in, long length) {
            this.in = in;
            this.more = false;
            this.left = length;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (left == 0 && !next()) {
                return -1;
            }
            int count = in.read(bytes, offset, (int) Math.min(length, left));
            if (count < 0) {
                throw new EOFException("The keeper broke off in the middle");
            }
            left -= count;
            return count;
        }

        private boolean next() throws IOException {
            if (over || !more) {
                return false;
            }
            if (begun) {
                line(in);
            }
            begun = true;
            String size = line(in).replaceFirst(";.*", "");
            if (!size.matches("[0-9A-Fa-f]{1,15}")) {
                throw new IOException("The keeper says a length that is none: '" + size + "'");
            }
            left = Long.parseLong(size, 16);
            over = left == 0;
            return !over;
        }
    }
}
