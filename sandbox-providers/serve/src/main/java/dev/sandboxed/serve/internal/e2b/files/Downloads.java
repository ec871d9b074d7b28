package dev.sandboxed.serve.internal.e2b.files;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.HttpError;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/** Sends files of a sandbox: whole, a range of them, or compressed. */
final class Downloads {

    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");
    private static final int PIECE = 64 * 1024;

    private final Sandbox sandbox;
    private final GuestPaths paths;

    Downloads(Sandbox sandbox, GuestPaths paths) {
        this.sandbox = sandbox;
        this.paths = paths;
    }

    /**
     * A part of a file.
     *
     * @param first number of the first byte
     * @param end number of the byte behind the last
     */
    private record Range(long first, long end) {

        /** Reads the header; what has another form than one range of bytes is ignored, as it may be. */
        static Optional<Range> of(String header, long size) throws HttpError {
            Matcher form = RANGE.matcher(header.strip());
            if (!form.matches() || header.strip().equals("bytes=-")) {
                return Optional.empty();
            }
            boolean suffix = form.group(1).isEmpty();
            long last =
                    form.group(2).isEmpty() || suffix ? size - 1 : Math.min(size - 1, Long.parseLong(form.group(2)));
            long first = suffix ? Math.max(0, size - Long.parseLong(form.group(2))) : Long.parseLong(form.group(1));
            if (first > last) {
                throw new HttpError(416, "the file has " + size + " bytes, and '" + header + "' is none of them");
            }
            return Optional.of(new Range(first, last + 1));
        }
    }

    void send(Exchange exchange) throws IOException {
        String given = exchange.query("path").orElse("");
        FileErrors.forHttp(given, () -> {
            FileEntry file = paths.followed(paths.resolve(given));
            if (file.isDirectory()) {
                throw new HttpError(400, "path '" + given + "' is a directory");
            }
            if (!file.isFile()) {
                throw new HttpError(400, "path '" + given + "' is not a regular file");
            }
            try (InputStream content = sandbox.files().read(file.path())) {
                send(exchange, file, content);
            }
            return file;
        });
    }

    private static void send(Exchange exchange, FileEntry file, InputStream content) throws IOException {
        Optional<String> header = exchange.header("Range");
        Optional<Range> range = header.isPresent() ? Range.of(header.get(), file.size()) : Optional.empty();
        exchange.with("Content-Type", "application/octet-stream")
                .with("Content-Disposition", "inline; filename*=utf-8''" + encoded(file.name()))
                .with("Vary", "Accept-Encoding");
        if (range.isPresent()) {
            long first = range.get().first();
            long end = range.get().end();
            exchange.with("Content-Range", "bytes " + first + "-" + (end - 1) + "/" + file.size())
                    .with("Content-Length", Long.toString(end - first))
                    .begin(206);
            content.skipNBytes(first);
            copy(exchange, content, end - first);
        } else if (accepts(exchange, "gzip")) {
            exchange.with("Content-Encoding", "gzip").begin(200);
            try (OutputStream compressed = new GZIPOutputStream(exchange.stream(), PIECE)) {
                content.transferTo(compressed);
            }
        } else {
            exchange.with("Content-Length", Long.toString(file.size()))
                    .with("Accept-Ranges", "bytes")
                    .begin(200);
            copy(exchange, content, file.size());
        }
    }

    /** Sends as many bytes as were promised: a file may grow meanwhile. */
    private static void copy(Exchange exchange, InputStream content, long size) throws IOException {
        byte[] buffer = new byte[PIECE];
        long left = size;
        do {
            int count = content.readNBytes(buffer, 0, (int) Math.min(left, PIECE));
            left -= count;
            boolean cut = count == 0 && left > 0;
            if (cut) {
                throw new IOException("the file became shorter while it was sent");
            }
            exchange.send(Arrays.copyOf(buffer, count), left == 0);
        } while (left > 0);
    }

    private static boolean accepts(Exchange exchange, String encoding) {
        return Arrays.stream(exchange.header("Accept-Encoding").orElse("").split(","))
                .map(String::strip)
                .anyMatch(one ->
                        one.equals(encoding) || (one.startsWith(encoding + ";") && !one.matches(".*;\\s*q=0(\\.0*)?")));
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
