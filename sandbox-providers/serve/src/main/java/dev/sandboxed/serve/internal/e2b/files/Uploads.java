package dev.sandboxed.serve.internal.e2b.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.serve.internal.e2b.process.Callers;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.FileBody;
import dev.sandboxed.serve.internal.web.HttpError;
import dev.sandboxed.serve.internal.web.Json;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Takes files into a sandbox: from a form, from a bare body, or put together from others. */
final class Uploads {

    private static final DataSize MOST_NAMES = DataSize.ofMebibytes(1);

    private final Sandbox sandbox;
    private final Callers callers;
    private final GuestPaths paths;
    private final FileTags tags;
    private final DataSize largest;

    /**
     * Creates what takes the files of a sandbox.
     *
     * @param largest how much one upload may have, unpacked and with all of its files, and files that are put together
     */
    Uploads(Sandbox sandbox, Callers callers, GuestPaths paths, FileTags tags, DataSize largest) {
        this.sandbox = sandbox;
        this.callers = callers;
        this.paths = paths;
        this.tags = tags;
        this.largest = largest;
    }

    void take(Exchange exchange) throws IOException {
        boolean form = isForm(exchange);
        FileBody content = content(exchange);
        ArrayNode answer;
        try {
            answer = form ? takeForm(exchange, content) : takeBody(exchange, content);
        } catch (IOException e) {
            throw content.isExceeded() ? FileErrors.noRoom(content.tooLong()) : e;
        }
        exchange.answer(200, answer);
    }

    private static boolean isForm(Exchange exchange) throws HttpError {
        return switch (exchange.contentType()) {
            case "multipart/form-data" -> true;
            case "application/octet-stream" -> false;
            default ->
                throw new HttpError(
                        400,
                        "unsupported content type '" + exchange.contentType()
                                + "'; send multipart/form-data or application/octet-stream");
        };
    }

    private FileBody content(Exchange exchange) throws IOException {
        try {
            return FileBody.of(exchange, plain(exchange), largest);
        } catch (ResourceLimitException e) {
            throw FileErrors.noRoom(e);
        }
    }

    private ArrayNode takeForm(Exchange exchange, InputStream content) throws IOException {
        Multipart form = new Multipart(content, exchange.header("Content-Type").orElse(""));
        Optional<String> path = exchange.query("path").filter(given -> !given.isEmpty());
        Set<String> written = new HashSet<>();
        ArrayNode answer = Json.array();
        for (Optional<Multipart.Part> part = form.next(); part.isPresent(); part = form.next()) {
            if (!part.get().name().equals("file")) {
                continue;
            }
            String target = path.or(part.get()::filename)
                    .orElseThrow(() -> new HttpError(400, "a file has no name, and the query has no path"));
            if (!written.add(target)) {
                throw new HttpError(400, "you cannot upload multiple files to the same path '" + target + "'");
            }
            answer.add(write(target, part.get().content(), exchange));
        }
        return answer;
    }

    private ArrayNode takeBody(Exchange exchange, InputStream content) throws IOException {
        String path = exchange.query("path")
                .filter(given -> !given.isEmpty())
                .orElseThrow(() -> new HttpError(400, "a bare body needs a path in the query"));
        return Json.array().add(write(path, content, exchange));
    }

    private ObjectNode write(String given, InputStream content, Exchange exchange) throws IOException {
        Map<String, String> about = exchange.headersAfter("x-metadata-");
        String path = FileErrors.forHttp(given, () -> {
            String resolved = paths.resolve(given);
            sandbox.files().write(resolved, content, WriteOptions.DEFAULT);
            return resolved;
        });
        tags.put(path, about);
        ObjectNode entry = described(path);
        if (!about.isEmpty()) {
            about.forEach(entry.putObject("metadata")::put);
        }
        return entry;
    }

    /** Puts files together to one and deletes them. */
    void compose(Exchange exchange) throws IOException {
        JsonNode request = parse(exchange.body(MOST_NAMES));
        if (request.hasNonNull("username")) {
            callers.requireForFiles(request.get("username").asText());
        }
        List<String> sources = new ArrayList<>();
        request.path("source_paths").forEach(source -> sources.add(source.asText()));
        String given = request.path("destination").asText();
        if (sources.isEmpty() || given.isEmpty()) {
            throw new HttpError(400, "source_paths and destination are needed, and one of them is empty");
        }
        String destination = FileErrors.forHttp(given, () -> paths.resolve(given));
        List<String> resolved = resolve(sources);
        FileErrors.forHttp(given, () -> {
            SandboxFiles files = sandbox.files();
            try (InputStream whole = new JoinedFiles(files, resolved, largest)) {
                files.write(destination, whole, WriteOptions.DEFAULT);
            }
            resolved.stream()
                    .filter(source -> !source.equals(destination))
                    .distinct()
                    .forEach(files::delete);
            return destination;
        });
        exchange.answer(200, described(destination));
    }

    /** Finds files that are to be put together, of which one may be named many times. */
    private List<String> resolve(List<String> sources) throws IOException {
        List<String> resolved = new ArrayList<>();
        long left = largest.bytes();
        for (String source : sources) {
            left -= FileErrors.forHttp(source, () -> {
                FileEntry file = paths.followed(paths.resolve(source));
                if (!file.isFile()) {
                    throw new HttpError(400, "path '" + source + "' is not a regular file");
                }
                resolved.add(paths.resolve(source));
                return file.size();
            });
            if (left < 0) {
                throw FileErrors.noRoom(FileBody.tooLarge(largest, "more"));
            }
        }
        return resolved;
    }

    private static JsonNode parse(byte[] body) throws HttpError {
        try {
            return Json.read(body);
        } catch (JsonProcessingException e) {
            throw new HttpError(400, "the body is not JSON: " + e.getOriginalMessage());
        }
    }

    private static InputStream plain(Exchange exchange) throws IOException {
        String encoding = exchange.header("Content-Encoding").orElse("identity");
        return switch (encoding) {
            case "identity" -> exchange.body();
            case "gzip" -> unzipped(exchange.body());
            default -> throw new HttpError(400, "unsupported Content-Encoding '" + encoding + "'; send gzip or none");
        };
    }

    private static InputStream unzipped(InputStream body) throws IOException {
        try {
            return new GZIPInputStream(body);
        } catch (ZipException | EOFException e) {
            throw new HttpError(400, "the body is not gzip, which its Content-Encoding says");
        }
    }

    private static ObjectNode described(String path) {
        return Json.object()
                .put("path", path)
                .put("name", path.substring(path.lastIndexOf('/') + 1))
                .put("type", "file");
    }
}
