package dev.sandboxed.provider.remote.internal.http.files;

import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.internal.files.FileModes;
import dev.sandboxed.api.internal.files.WalkDepth;
import dev.sandboxed.provider.remote.internal.http.service.Demand;
import dev.sandboxed.provider.remote.internal.http.service.SandboxLine;
import dev.sandboxed.provider.remote.internal.wire.Answer;
import dev.sandboxed.wire.internal.EntryWords;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import okhttp3.Call;
import okhttp3.Response;

/** The files of one sandbox at the service. Contents are streamed in both directions. */
public final class HttpFiles implements SandboxFiles {

    private static final String PATH = "path";
    private static final String MODE = "mode";
    private static final String FILE = "file";

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
        SourceBody body = new SourceBody(content);
        try {
            line.required(demand, Answer.read(transfer(demand.sending(body)).execute()));
        } catch (IOException e) {
            throw body.failure()
                    .<RuntimeException>map(cause -> unreadable(path, cause))
                    .orElseGet(() -> line.explained(
                            line.service().faults().unreachable(line.about(Demand.put("Writing '" + path + "'")), e)));
        } catch (SandboxException e) {
            throw line.explained(e);
        }
    }

    private SandboxFileException unreadable(String path, IOException cause) {
        return new SandboxFileException(
                path,
                FileFailure.ofEitherEnd(cause),
                line.about(Demand.put(
                                "Cannot write '" + path + "', whose content could not be read: " + cause.getMessage()))
                        .remedy("give a stream that can be read to its end")
                        .cause(cause));
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
