package dev.sandboxed.serve.internal.e2b.files;

import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.serve.internal.connect.Calls;
import dev.sandboxed.serve.internal.e2b.fleet.Resident;
import dev.sandboxed.serve.internal.e2b.process.Callers;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.Timers;
import java.io.IOException;

/** All that the daemon of one sandbox does with files. */
public final class FileServices {

    private static final String USUAL_OWNER = "user";

    private final GuestPaths paths;
    private final FileTransfers transfers;
    private final Filesystem filesystem;
    private final Watches watches;

    public FileServices(Resident resident, Callers callers, Timers timers) {
        SandboxFiles files = resident.sandbox().files();
        FileTags tags = new FileTags();
        this.paths = new GuestPaths(resident.sandbox());
        this.transfers = new FileTransfers(resident, callers, paths, tags);
        Entries entries =
                new Entries(paths, tags, resident.sandbox().spec().user().orElse(USUAL_OWNER));
        this.filesystem = new Filesystem(files, paths, tags, entries);
        this.watches = new Watches(files, paths, entries, timers);
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
            case "Stat" -> Calls.single(exchange, (message, headers) -> filesystem.stat(message));
            case "MakeDir" -> Calls.single(exchange, (message, headers) -> filesystem.makeDir(message));
            case "Move" -> Calls.single(exchange, (message, headers) -> filesystem.move(message));
            case "ListDir" -> Calls.single(exchange, (message, headers) -> filesystem.list(message));
            case "Remove" -> Calls.single(exchange, (message, headers) -> filesystem.remove(message));
            case "WatchDir" -> Calls.streaming(exchange, watches::stream);
            case "CreateWatcher" -> Calls.single(exchange, (message, headers) -> watches.create(message));
            case "GetWatcherEvents" -> Calls.single(exchange, (message, headers) -> watches.events(message));
            case "RemoveWatcher" -> Calls.single(exchange, (message, headers) -> watches.remove(message));
            default -> {
                return false;
            }
        }
        return true;
    }
}
