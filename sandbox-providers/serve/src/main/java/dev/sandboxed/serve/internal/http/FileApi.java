package dev.sandboxed.serve.internal.http;

import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.serve.internal.web.BrokenOffException;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.FileBody;
import dev.sandboxed.serve.internal.web.HttpError;
import dev.sandboxed.serve.internal.web.Routes;
import dev.sandboxed.wire.internal.EntryWords;
import dev.sandboxed.wire.internal.FilesWords;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The files of sandboxes: contents as they are, everything else as words. */
final class FileApi {

    private static final int PIECE = 128 * 1024;

    private final Guests guests;
    private final Rules rules;

    FileApi(Guests guests, Rules rules) {
        this.guests = guests;
        this.rules = rules;
    }

    /** Does something with the files of a sandbox. */
    @FunctionalInterface
    private interface Change {
        void apply(SandboxFiles files) throws HttpError;
    }

    /** Adds what it answers below the path of a sandbox. */
    void addTo(Routes routes, String sandbox) {
        routes.on("GET", sandbox + "/file", this::read)
                .on("PUT", sandbox + "/file", this::write)
                .on("PUT", sandbox + "/files", this::writeAll)
                .on(
                        "DELETE",
                        sandbox + "/file",
                        (exchange, id) -> change(exchange, id, files -> delete(exchange, files)))
                .on(
                        "GET",
                        sandbox + "/entry",
                        (exchange, id) -> HttpApi.answer(
                                exchange, 200, EntryWords.of(files(exchange, id).stat(path(exchange)))))
                .on(
                        "GET",
                        sandbox + "/entries",
                        (exchange, id) -> HttpApi.answer(exchange, 200, entries(exchange, files(exchange, id))))
                .on(
                        "POST",
                        sandbox + "/directory",
                        (exchange, id) -> change(exchange, id, files -> files.mkdirs(path(exchange))))
                .on(
                        "POST",
                        sandbox + "/move",
                        (exchange, id) -> change(
                                exchange,
                                id,
                                files -> files.move(
                                        HttpApi.required(exchange, "from"), HttpApi.required(exchange, "to"))))
                .on(
                        "POST",
                        sandbox + "/mode",
                        (exchange, id) -> change(
                                exchange, id, files -> files.chmod(path(exchange), HttpApi.number(exchange, "mode"))))
                .on(
                        "POST",
                        sandbox + "/link",
                        (exchange, id) -> change(
                                exchange,
                                id,
                                files -> files.link(path(exchange), HttpApi.required(exchange, "target"))));
    }

    private SandboxFiles files(Exchange exchange, String id) {
        return guests.of(HttpApi.client(exchange), id).sandbox().files();
    }

    private static String path(Exchange exchange) throws HttpError {
        return HttpApi.required(exchange, "path");
    }

    private void change(Exchange exchange, String id, Change change) throws IOException {
        change.apply(files(exchange, id));
        exchange.answer(204);
    }

    private static void delete(Exchange exchange, SandboxFiles files) throws HttpError {
        if (exchange.query("all").isPresent()) {
            files.deleteAll(path(exchange));
        } else {
            files.delete(path(exchange));
        }
    }

    private static EntryWords.All entries(Exchange exchange, SandboxFiles files) throws HttpError {
        return EntryWords.All.of(
                exchange.query("depth").isPresent()
                        ? files.walk(path(exchange), HttpApi.number(exchange, "depth"))
                        : files.list(path(exchange)));
    }

    /** One that breaks off in the middle breaks off the answer: its end would look like the end of the file. */
    private void read(Exchange exchange, String id) throws IOException {
        String path = path(exchange);
        try (InputStream content = files(exchange, id).read(path)) {
            send(exchange, "application/octet-stream", content);
        } catch (IOException e) {
            throw new BrokenOffException("a file could not be read to its end: " + e.getMessage());
        }
    }

    /**
     * Answers with what a stream yields, and not before it has yielded something: until then, a failure can be told. It goes out
     * in whole pieces: some sources give little at a time, and each piece is sent on its own.
     */
    static void send(Exchange exchange, String type, InputStream content) throws IOException {
        byte[] piece = new byte[PIECE];
        int count = content.readNBytes(piece, 0, PIECE);
        exchange.with("Content-Type", type).begin(200);
        OutputStream body = exchange.stream();
        while (count > 0) {
            body.write(piece, 0, count);
            count = content.readNBytes(piece, 0, PIECE);
        }
        body.close();
    }

    private void writeAll(Exchange exchange, String id) throws IOException {
        SandboxFiles files = files(exchange, id);
        files.writeAll(HttpApi.asked(exchange, FilesWords.class).contents());
        exchange.answer(204);
    }

    private void write(Exchange exchange, String id) throws IOException {
        WriteOptions options = WriteOptions.DEFAULT;
        if (exchange.query("mode").isPresent()) {
            options = options.withMode(HttpApi.number(exchange, "mode"));
        }
        if (exchange.query("atomic").isPresent()) {
            options = options.atomically();
        }
        FileBody content = FileBody.of(exchange, rules.largestFile());
        try {
            files(exchange, id).write(path(exchange), content, options);
        } catch (RuntimeException e) {
            throw content.isExceeded() ? content.tooLong() : e;
        }
        exchange.answer(204);
    }
}
