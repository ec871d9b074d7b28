package dev.sandboxed.serve.internal.e2b.files;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.serve.internal.connect.Calls;
import dev.sandboxed.serve.internal.connect.ProtoMessage;
import dev.sandboxed.serve.internal.e2b.fleet.Resident;
import dev.sandboxed.serve.internal.e2b.process.Callers;
import dev.sandboxed.serve.internal.web.Exchange;
import java.io.IOException;

/** All that the daemon of one sandbox does with files. */
public final class FileServices {

    private static final String USUAL_OWNER = "user";

    private final Callers callers;
    private final GuestPaths paths;
    private final FileTransfers transfers;
    private final Filesystem filesystem;
    private final Watches watches;

    /** Answers a message with a message. */
    @FunctionalInterface
    private interface Answerer {
        ObjectNode answer(ProtoMessage message) throws IOException;
    }

    /**
     * Creates the services of a sandbox.
     *
     * @param largest how much one upload may have
     */
    public FileServices(Resident resident, Callers callers, DataSize largest) {
        SandboxFiles files = resident.sandbox().files();
        FileTags tags = new FileTags();
        this.callers = callers;
        this.paths = new GuestPaths(resident.sandbox());
        this.transfers = new FileTransfers(resident, callers, paths, tags, largest);
        Entries entries =
                new Entries(paths, tags, resident.sandbox().spec().user().orElse(USUAL_OWNER));
        this.filesystem = new Filesystem(files, paths, tags, entries);
        this.watches = new Watches(files, paths, entries);
        resident.whenCutOff(watches::cutOff);
        resident.whenKilled(watches::close);
    }

    /** Makes a path absolute as the daemon does. */
    public String resolve(String path) {
        return paths.resolve(path);
    }

    /** Sends or takes a file, for whoever has the token or a signed link. */
    public void transfer(Exchange exchange) throws IOException {
        transfers.serve(exchange);
    }

    /** Puts files together to one. */
    public void compose(Exchange exchange) throws IOException {
        transfers.compose(exchange);
    }

    /**
     * Answers a call of {@code filesystem.Filesystem}.
     *
     * @return whether there is such a method
     */
    public boolean serve(String method, Exchange exchange) throws IOException {
        switch (method) {
            case "Stat" -> single(exchange, filesystem::stat);
            case "MakeDir" -> single(exchange, filesystem::makeDir);
            case "Move" -> single(exchange, filesystem::move);
            case "ListDir" -> single(exchange, filesystem::list);
            case "Remove" -> single(exchange, filesystem::remove);
            case "WatchDir" ->
                Calls.streaming(exchange, (message, headers, events) -> {
                    callers.require(headers.authorization());
                    watches.stream(message, headers, events);
                });
            case "CreateWatcher" -> single(exchange, watches::create);
            case "GetWatcherEvents" -> single(exchange, watches::events);
            case "RemoveWatcher" -> single(exchange, watches::remove);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void single(Exchange exchange, Answerer answerer) throws IOException {
        Calls.single(exchange, (message, headers) -> {
            callers.require(headers.authorization());
            return answerer.answer(message);
        });
    }
}
