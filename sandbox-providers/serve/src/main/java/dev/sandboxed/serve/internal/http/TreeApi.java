package dev.sandboxed.serve.internal.http;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.internal.files.TransferBudget;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.guest.internal.tar.FetchedTree;
import dev.sandboxed.guest.internal.tar.TarFeed;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.FileBody;
import dev.sandboxed.serve.internal.web.HttpError;
import dev.sandboxed.serve.internal.web.Routes;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * Trees of files as archives, one request for all of it. They go through a folder of the server, since that is what every
 * provider takes and gives at once.
 */
final class TreeApi {

    private static final String TAR = "application/x-tar";

    private final Guests guests;
    private final DataSize largest;

    TreeApi(Guests guests, Rules rules) {
        this.guests = guests;
        this.largest = rules.largestFile();
    }

    /** Adds what it answers below the path of a sandbox. */
    void addTo(Routes routes, String sandbox) {
        routes.on("PUT", sandbox + "/tree", this::upload).on("GET", sandbox + "/tree", this::download);
    }

    private SandboxFiles files(Exchange exchange, String id) {
        return guests.of(HttpApi.client(exchange), id).sandbox().files();
    }

    private void upload(Exchange exchange, String id) throws IOException {
        SandboxFiles files = files(exchange, id);
        String path = HttpApi.required(exchange, "path");
        FileBody body = FileBody.of(exchange, largest);
        try (StagedTree staged = StagedTree.begin()) {
            unpack(body, path, staged);
            files.upload(staged.top(), path);
        }
        exchange.answer(204);
    }

    private void unpack(FileBody body, String path, StagedTree staged) throws IOException {
        TransferBudget budget = new TransferBudget(path, largest);
        try (FetchedTree tree = FetchedTree.of(body, StagedTree.TOP, budget)) {
            if (tree.top().isLink()) {
                throw new HttpError(400, "the first entry of the archive must be a directory or a file, and is a link");
            }
            staged.unpack(tree, DownloadOptions.DEFAULT.withBudget(largest));
        } catch (ResourceLimitException e) {
            throw FileBody.tooLarge(largest, e.actual());
        } catch (SandboxFileException e) {
            throw new HttpError(400, "the archive cannot be unpacked: '" + e.path() + "', " + e.reason());
        } catch (HttpError e) {
            throw e;
        } catch (NoSuchFileException e) {
            throw new HttpError(400, "the archive has no entry");
        } catch (FileSystemException e) {
            throw failed("keep what was sent for", path, e);
        } catch (IOException e) {
            if (body.isExceeded()) {
                throw body.tooLong();
            }
            throw new HttpError(400, "the body is no archive that can be unpacked: " + e.getMessage());
        }
    }

    /** One that breaks off in the middle breaks off the answer, too. */
    private void download(Exchange exchange, String id) throws IOException {
        SandboxFiles files = files(exchange, id);
        String path = HttpApi.required(exchange, "path");
        DataSize wanted = HttpApi.bytes(exchange, "most");
        DataSize most = wanted.compareTo(largest) > 0 ? largest : wanted;
        try (StagedTree staged = StagedTree.begin()) {
            try {
                files.download(path, staged.top(), DownloadOptions.DEFAULT.withBudget(most));
            } catch (ResourceLimitException e) {
                throw most.equals(wanted) ? e : FileBody.tooLarge(largest, e.actual());
            }
            try (TarFeed tar = packed(path, staged)) {
                FileApi.send(exchange, TAR, tar);
            }
        }
    }

    private static TarFeed packed(String path, StagedTree staged) throws IOException {
        try {
            return TarFeed.ofTree(staged.items(), each -> {});
        } catch (IOException e) {
            throw failed("pack", path, e);
        }
    }

    private static SandboxFileException failed(String what, String path, IOException cause) {
        return new SandboxFileException(
                path,
                FileFailure.ofEitherEnd(cause),
                Fault.of("The service cannot " + what + " '" + path + "': "
                                + cause.getClass().getSimpleName())
                        .remedy("look at the room and the permissions of its folder for temporary files")
                        .cause(cause));
    }
}
