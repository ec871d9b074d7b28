package dev.sandboxed.serve.internal.e2b.files;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.serve.internal.e2b.fleet.Resident;
import dev.sandboxed.serve.internal.e2b.process.Callers;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.HttpError;
import java.io.IOException;
import java.util.Optional;

/** Answers requests for {@code /files} of one sandbox. */
final class FileTransfers {

    private final Resident resident;
    private final Callers callers;
    private final Downloads downloads;
    private final Uploads uploads;

    FileTransfers(Resident resident, Callers callers, GuestPaths paths, FileTags tags, DataSize largest) {
        this.resident = resident;
        this.callers = callers;
        this.downloads = new Downloads(resident.sandbox(), paths);
        this.uploads = new Uploads(resident.sandbox(), callers, paths, tags, largest);
    }

    /** Sends or takes a file, for whoever has the token or a signed link. */
    void serve(Exchange exchange) throws IOException {
        switch (exchange.method()) {
            case "GET" -> {
                admit(exchange);
                downloads.send(exchange);
            }
            case "POST" -> {
                admit(exchange);
                uploads.take(exchange);
            }
            default -> {
                exchange.with("Allow", "GET, POST");
                throw new HttpError(405, "files are read with GET and written with POST");
            }
        }
    }

    /** Puts files together to one. */
    void compose(Exchange exchange) throws IOException {
        uploads.compose(exchange);
    }

    private void admit(Exchange exchange) throws HttpError {
        Signatures.require(exchange, resident);
        Optional<String> user = exchange.query("username");
        if (user.isPresent()) {
            callers.requireForFiles(user.get());
        }
    }
}
