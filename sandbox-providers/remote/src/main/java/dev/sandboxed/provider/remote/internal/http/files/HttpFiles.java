package dev.sandboxed.provider.remote.internal.http.files;

import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.HostTree;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.TransferListener;
import dev.sandboxed.api.files.TransferProgress;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.internal.files.FileModes;
import dev.sandboxed.api.internal.files.WalkDepth;
import dev.sandboxed.guest.internal.tar.FetchedTree;
import dev.sandboxed.guest.internal.tar.TarFeed;
import dev.sandboxed.provider.remote.internal.http.service.Demand;
import dev.sandboxed.provider.remote.internal.http.service.SandboxLine;
import dev.sandboxed.provider.remote.internal.wire.Answer;
import dev.sandboxed.provider.remote.internal.wire.SourceBody;
import dev.sandboxed.wire.internal.EntryWords;
import dev.sandboxed.wire.internal.FilesWords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import okhttp3.Call;
import okhttp3.Response;

/** The files of one sandbox at the service. Contents are streamed in both directions. */
public final class HttpFiles implements SandboxFiles {

    private static final String PATH = "path";
    private static final String MODE = "mode";
    private static final String FILE = "file";
    private static final String TREE = "tree";
    /** As Base64 it is a third more, and a service takes 8 MiB. */
    private static final int LARGEST_BATCH = 4 << 20;
    /** What a file adds to a batch beside its name and content. */
    private static final int OVERHEAD = 64;

    private final SandboxLine line;

    public HttpFiles(SandboxLine line) {
        this.line = line;
    }

    /** A request that was lost before its answer began is sent once more: it changes nothing. */
    @Override
    public InputStream read(String path) {
        Demand demand = demand(Demand.get("Reading '" + path + "'", line.path(FILE)), path);
        try {
            return open(demand);
        } catch (SandboxTransportException lost) {
            return open(demand);
        }
    }

    private InputStream open(Demand demand) {
        Call call = transfer(demand);
        try {
            Response response = call.execute();
            if (response.isSuccessful()) {
                return new FileContent(line, demand, response);
            }
            line.required(demand, Answer.read(response));
            throw line.service().faults().strange(line.about(demand), "HTTP " + response.code());
        } catch (IOException e) {
            throw line.explained(line.service().faults().unreachable(line.about(demand), e));
        } catch (SandboxException e) {
            throw line.explained(e);
        }
    }

    @Override
    public void write(String path, InputStream content, WriteOptions options) {
        Demand demand = demand(Demand.put("Writing '" + path + "'", line.path(FILE)), path);
        demand = options.mode() == null ? demand : demand.with(MODE, options.mode());
        demand = options.atomic() ? demand.with("atomic", true) : demand;
        send(demand, content, cause -> failure("write '" + path + "', whose content could not be read", path, cause));
    }

    /** Sends a stream to its end; what is wrong with the stream itself is told apart from a connection that breaks. */
    private void send(Demand demand, InputStream content, Function<IOException, SandboxFileException> unreadable) {
        SourceBody body = new SourceBody(content);
        try {
            line.required(demand, Answer.read(transfer(demand.sending(body)).execute()));
        } catch (IOException e) {
            throw body.failure()
                    .<RuntimeException>map(unreadable)
                    .orElseGet(() -> line.explained(line.service().faults().unreachable(line.about(demand), e)));
        } catch (SandboxException e) {
            throw line.explained(e);
        }
    }

    private SandboxFileException failure(String what, String path, IOException cause) {
        return new SandboxFileException(
                path,
                FileFailure.ofEitherEnd(cause),
                line.about(Demand.put("Cannot " + what + ": " + cause.getMessage()))
                        .remedy("check that both ends exist and can be read or written")
                        .cause(cause));
    }

    /** As many at once as one request takes; what is too large for that goes on its own. */
    @Override
    public void writeAll(Map<String, byte[]> contents) {
        line.handle().requireRuns();
        Map<String, byte[]> batch = new LinkedHashMap<>();
        long size = 0;
        for (Map.Entry<String, byte[]> one : contents.entrySet()) {
            int more = one.getKey().length() + one.getValue().length + OVERHEAD;
            if (size + more > LARGEST_BATCH) {
                writeBatch(batch);
                batch.clear();
                size = 0;
            }
            if (more > LARGEST_BATCH) {
                write(one.getKey(), one.getValue());
            } else {
                batch.put(one.getKey(), one.getValue());
                size += more;
            }
        }
        writeBatch(batch);
    }

    private void writeBatch(Map<String, byte[]> batch) {
        if (!batch.isEmpty()) {
            line.ask(Demand.put("Writing " + batch.size() + " files", line.path("files"))
                    .saying(FilesWords.of(batch)));
        }
    }

    /** A directory travels as one archive. */
    @Override
    public void upload(Path source, String target, TransferListener listener) {
        Demand demand = demand(Demand.put("Uploading to '" + target + "'", line.path(TREE)), target);
        try {
            List<HostTree.Item> items = HostTree.list(source.toRealPath(), target);
            if (!items.get(0).entry().isDirectory()) {
                SandboxFiles.super.upload(source, target, listener);
                return;
            }
            TransferProgress progress = new TransferProgress(listener);
            try (TarFeed tar = TarFeed.ofTree(items, entry -> told(progress, entry))) {
                send(demand, tar, cause -> failure(uploading(source, target), target, cause));
            }
        } catch (IOException e) {
            throw failure(uploading(source, target), target, e);
        }
    }

    private static String uploading(Path source, String target) {
        return "upload '" + source + "' to '" + target + "'";
    }

    private static void told(TransferProgress progress, FileEntry entry) {
        if (!entry.isDirectory()) {
            progress.arrived(entry.path(), entry.size());
        }
    }

    /** All of it is here, and has been looked at, before any of it is written to its place. */
    @Override
    public void download(String source, Path target, DownloadOptions options) {
        Demand demand = demand(Demand.get("Downloading '" + source + "'", line.path(TREE)), source)
                .with("most", options.budget().bytes());
        String top = source.replaceFirst("(?<=.)/+$", "");
        try (FetchedTree tree = FetchedTree.of(open(demand), top, line.budget(source, options.budget()))) {
            new HostTree(target, options).write(tree.top(), tree.below(), tree::open);
        } catch (IOException e) {
            throw failure("download '" + source + "' to '" + target + "'", source, e);
        }
    }

    private Call transfer(Demand demand) {
        Duration silence = line.service().settings().requestTimeout();
        return line.service().wire().transfer(line.service().request(demand), silence);
    }

    @Override
    public FileEntry stat(String path) {
        Demand demand = demand(Demand.get("Looking at '" + path + "'", line.path("entry")), path);
        return line.read(demand, EntryWords.class, HttpFiles::entry);
    }

    @Override
    public List<FileEntry> list(String directory) {
        return entries(directory, demand(Demand.get("Listing '" + directory + "'", line.path("entries")), directory));
    }

    @Override
    public List<FileEntry> walk(String directory, int depth) {
        int deepest = WalkDepth.require(depth);
        Demand demand = demand(Demand.get("Listing '" + directory + "'", line.path("entries")), directory);
        return entries(directory, demand.with("depth", deepest));
    }

    private List<FileEntry> entries(String directory, Demand demand) {
        try {
            return line.read(
                    demand,
                    EntryWords.All.class,
                    all -> all.entries().stream().map(HttpFiles::entry).toList());
        } catch (SandboxTransportException e) {
            if (e.getCause() instanceof Answer.TooLargeException) {
                throw new SandboxFileException(
                        directory,
                        FileFailure.TOO_LARGE,
                        line.about(Demand.get("Cannot list '" + directory + "': the list is too long. "
                                        + e.getCause().getMessage()))
                                .remedy("list its directories one by one")
                                .cause(e));
            }
            throw e;
        }
    }

    private static FileEntry entry(EntryWords words) {
        FileEntry entry = words.entry();
        Objects.requireNonNull(entry.path(), "path");
        Objects.requireNonNull(entry.relativePath(), "relativePath");
        return entry;
    }

    @Override
    public void mkdirs(String directory) {
        String what = "Making the directory '" + directory + "'";
        line.ask(demand(Demand.post(what, line.path("directory")), directory).repeatable());
    }

    @Override
    public void delete(String path) {
        line.ask(demand(Demand.delete("Deleting '" + path + "'", line.path(FILE)), path));
    }

    @Override
    public void deleteAll(String path) {
        String what = "Deleting '" + path + "' with all that is in it";
        line.ask(demand(Demand.delete(what, line.path(FILE)), path).with("all", true));
    }

    @Override
    public void move(String from, String to) {
        line.handle().requireRuns();
        line.ask(Demand.post("Moving '" + from + "' to '" + to + "'", line.path("move"))
                .with("from", from)
                .with("to", to));
    }

    @Override
    public void chmod(String path, int mode) {
        String what = "Setting the mode of '" + path + "'";
        line.ask(demand(Demand.post(what, line.path(MODE)), path)
                .with(MODE, FileModes.require(mode))
                .repeatable());
    }

    @Override
    public void link(String path, String target) {
        String what = "Making the link '" + path + "'";
        line.ask(demand(Demand.post(what, line.path("link")), path).with("target", target));
    }

    /** Asks for a path, in a sandbox that runs as far as is known here. */
    private Demand demand(Demand demand, String path) {
        line.handle().requireRuns();
        return demand.with(PATH, path);
    }
}
