package dev.sandboxed.serve.internal.e2b.files;

import dev.sandboxed.process.internal.output.BulkInputStream;
import dev.sandboxed.serve.internal.web.HttpError;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a form in parts as it comes, holding no more than a buffer of it. */
final class Multipart {

    private static final int BUFFER = 32 * 1024;
    private static final int LONGEST_LINE = 8 * 1024;
    private static final Pattern BOUNDARY =
            Pattern.compile(";\\s*boundary=(?:\"([^\"]{1,200})\"|([^\\s;]{1,200}))", Pattern.CASE_INSENSITIVE);

    private final InputStream source;
    private final byte[] delimiter;
    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;
    private boolean atEnd;

    /**
     * A part of the form.
     *
     * @param name the name of the field
     * @param filename the name of the file, if it is one, as it was sent
     * @param content the content, to be read before the next part
     */
    record Part(String name, Optional<String> filename, InputStream content) {}

    /**
     * Begins to read a form.
     *
     * @param contentType the header, which tells what the parts are divided by
     * @throws HttpError if it does not tell
     */
    Multipart(InputStream source, String contentType) throws HttpError {
        Matcher boundary = BOUNDARY.matcher(contentType);
        if (!boundary.find()) {
            throw new HttpError(400, "the content type of a form must have a boundary, but was '" + contentType + "'");
        }
        String text = boundary.group(1) == null ? boundary.group(2) : boundary.group(1);
        this.source = source;
        this.delimiter = ("\r\n--" + text).getBytes(StandardCharsets.ISO_8859_1);
        // The first delimiter has no line before it; with one, all are alike.
        buffer[to++] = '\r';
        buffer[to++] = '\n';
    }

    /**
     * Goes on to the next part; what is left of the one before is skipped.
     *
     * @return the part, or empty after the last
     */
    Optional<Part> next() throws IOException {
        new Content().transferTo(OutputStream.nullOutputStream());
        require(delimiter.length);
        from += delimiter.length;
        require(2);
        if (buffer[from] == '-' && buffer[from + 1] == '-') {
            return Optional.empty();
        }
        line();
        String disposition = "";
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-disposition:")) {
                disposition = line;
            }
        }
        // What follows the head may be the next delimiter, of which the end of the head's last line is a part.
        from -= 2;
        buffer[from] = '\r';
        buffer[from + 1] = '\n';
        if (!startsWithDelimiter()) {
            from += 2;
        }
        return Optional.of(
                new Part(parameter(disposition, "name").orElse(""), parameter(disposition, "filename"), new Content()));
    }

    private boolean startsWithDelimiter() throws IOException {
        while (to - from < delimiter.length && fill()) {
            // More is there now.
        }
        return indexOfDelimiter() == from;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (line.size() <= LONGEST_LINE) {
            require(1);
            byte one = buffer[from++];
            if (one == '\n') {
                return line.toString(StandardCharsets.UTF_8).stripTrailing();
            }
            line.write(one);
        }
        throw new HttpError(400, "a line in the head of a part is longer than " + LONGEST_LINE + " bytes");
    }

    private static Optional<String> parameter(String disposition, String name) {
        Matcher quoted = Pattern.compile(";\\s*" + name + "=(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s;]+))")
                .matcher(disposition);
        if (!quoted.find()) {
            return Optional.empty();
        }
        String value = quoted.group(1) == null ? quoted.group(2) : quoted.group(1);
        // Browsers write quotes and line ends in this way, others with a backslash.
        return Optional.of(value.replace("\\\"", "\"")
                .replace("%22", "\"")
                .replace("%0D", "\r")
                .replace("%0A", "\n"));
    }

    private void require(int count) throws IOException {
        while (to - from < count) {
            if (!fill()) {
                throw new HttpError(400, "the form ends in the middle of a part");
            }
        }
    }

    private boolean fill() throws IOException {
        if (from > 2) {
            // Two bytes are kept before what is read, for the end of the line before.
            System.arraycopy(buffer, from - 2, buffer, 0, to - from + 2);
            to -= from - 2;
            from = 2;
        }
        int count = atEnd ? -1 : source.read(buffer, to, BUFFER - to);
        atEnd = count < 0;
        to += Math.max(0, count);
        return count >= 0;
    }

    private int indexOfDelimiter() {
        for (int at = from; at <= to - delimiter.length; at++) {
            if (buffer[at] == '\r'
                    && Arrays.equals(buffer, at, at + delimiter.length, delimiter, 0, delimiter.length)) {
                return at;
            }
        }
        return -1;
    }

    /** What comes before the next delimiter. */
    private final class Content extends BulkInputStream {

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            int safe = safe();
            while (safe == 0) {
                if (!fill()) {
                    throw new HttpError(400, "the form ends in the middle of a part");
                }
                safe = safe();
            }
            if (safe < 0) {
                return -1;
            }
            int count = Math.min(length, safe);
            System.arraycopy(buffer, from, target, offset, count);
            from += count;
            return count;
        }

        /** Returns how much is surely content; -1 at the delimiter. */
        private int safe() {
            int delimiterAt = indexOfDelimiter();
            if (delimiterAt == from) {
                return -1;
            }
            return delimiterAt > 0 ? delimiterAt - from : Math.max(0, to - from - delimiter.length + 1);
        }
    }
}
