package dev.sandboxed.guest.files;

import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.HostTree;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.TransferListener;
import dev.sandboxed.api.files.TransferProgress;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.internal.files.FileModes;
import dev.sandboxed.api.internal.files.WalkDepth;
import dev.sandboxed.api.spec.GuestPath;
import dev.sandboxed.guest.files.EntryFormat.Range;
import dev.sandboxed.guest.files.GuestWriter.Content;
import dev.sandboxed.guest.internal.tar.FetchedTree;
import dev.sandboxed.guest.internal.tar.Spool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves the files of a guest that has a POSIX shell, {@code find}, {@code stat} and {@code readlink}: BusyBox, or coreutils
 * and findutils. Contents travel as archives in bounded memory, everything else is one short command.
 *
 * <p>All of it happens with the rights of the sandbox's user, although archives may be moved with greater ones.
 */
public final class GuestFiles implements SandboxFiles {

    private final GuestAccess access;
    private final GuestShell shell;
    private final GuestFaults faults;
    private final GuestReader reader;
    private final GuestWriter writer;
    private final GuestLister lister;
    private final GuestUploads uploads;
    private volatile @Nullable GuestUser user;

    /** Serves the files that can be reached in this way. The guest is not asked anything yet. */
    public GuestFiles(GuestAccess access) {
        this.access = access;
        this.shell = new GuestShell(access.exec());
        this.faults = new GuestFaults(access.provider(), access.sandbox());
        this.reader = new GuestReader(access.archives(), shell, faults, this::user);
        this.writer = new GuestWriter(access.archives(), shell, faults);
        this.lister = new GuestLister(shell, faults);
        this.uploads = new GuestUploads(access.archives(), shell, faults, this::resolve);
    }

    @Override
    public InputStream read(String path) {
        access.guard().run();
        return reader.open(path, resolve(path));
    }

    @Override
    public void write(String path, InputStream content, WriteOptions options) {
        access.guard().run();
        String resolved = resolve(path);
        try (Spool spool = Spool.of(content)) {
            writer.write(path, resolved, new Content(spool.size(), spool::open), options, user());
        } catch (IOException e) {
            throw faults.ofTransfer("write '" + path + "', whose content could not be read", path, e);
        }
    }

    @Override
    public void writeAll(Map<String, byte[]> contents) {
        access.guard().run();
        Map<String, String> paths = new LinkedHashMap<>();
        contents.keySet().forEach(path -> paths.put(resolve(path), path));
        writer.writeAll(
                paths, path -> Content.of(contents.getOrDefault(path, new byte[0])), WriteOptions.DEFAULT, user());
    }

    @Override
    public FileEntry stat(String path) {
        access.guard().run();
        return lister.look(path, resolve(path), user().format());
    }

    @Override
    public List<FileEntry> list(String directory) {
        access.guard().run();
        return lister.list(directory, resolve(directory), Range.CHILDREN, user().format());
    }

    @Override
    public List<FileEntry> walk(String directory, int depth) {
        access.guard().run();
        Range range = new Range(WalkDepth.require(depth));
        return lister.list(directory, resolve(directory), range, user().format());
    }

    @Override
    public void mkdirs(String directory) {
        access.guard().run();
        require("make the directory", directory, shell.run(Scripts.MAKE_DIRECTORY, resolve(directory)));
    }

    @Override
    public void delete(String path) {
        delete(path, Scripts.DELETE);
    }

    @Override
    public void deleteAll(String path) {
        delete(path, Scripts.DELETE_ALL);
    }

    private void delete(String path, String script) {
        access.guard().run();
        String resolved = resolve(path);
        if (resolved.equals("/")) {
            throw faults.refused(
                    path,
                    FileFailure.OTHER,
                    "The root of the sandbox cannot be deleted",
                    "delete what is in it, or close it");
        }
        require("delete", path, shell.run(script, resolved));
    }

    @Override
    public void move(String from, String to) {
        access.guard().run();
        String source = resolve(from);
        String target = resolve(to);
        if (source.equals(target)) {
            stat(from);
            return;
        }
        ExecResult result = shell.run(Scripts.MOVE, source, target);
        if (!result.succeeded()) {
            boolean missing = GuestFaults.Reason.in(result.stderr())
                    .filter(GuestFaults.Reason.MISSING::equals)
                    .isPresent();
            throw missing ? faults.of("move", from, result) : faults.of("move '" + from + "' to", to, result);
        }
    }

    @Override
    public void chmod(String path, int mode) {
        access.guard().run();
        String bits = octal(FileModes.require(mode));
        require("set the mode of", path, shell.run(Scripts.CHMOD, bits, resolve(path)));
    }

    @Override
    public void link(String path, String target) {
        access.guard().run();
        GuestPath.require("The target of a link", target);
        require("make the link", path, shell.run(Scripts.LINK, resolve(path), target));
    }

    @Override
    public void upload(Path source, String target, TransferListener listener) {
        access.guard().run();
        String resolved = resolve(target);
        TransferProgress progress = new TransferProgress(listener);
        try {
            List<HostTree.Item> items = HostTree.list(source.toRealPath(), target);
            HostTree.Item top = items.get(0);
            FileEntry entry = top.entry();
            if (entry.isDirectory()) {
                uploads.upload(items, user(), progress);
                return;
            }
            Content content = new Content(entry.size(), () -> Files.newInputStream(top.file()));
            writer.write(target, resolved, content, WriteOptions.DEFAULT.withMode(entry.mode()), user());
            progress.arrived(target, entry.size());
        } catch (IOException e) {
            throw faults.ofTransfer("upload '" + source + "' to '" + target + "'", target, e);
        }
    }

    @Override
    public void download(String source, Path target, DownloadOptions options) {
        access.guard().run();
        try (FetchedTree tree = reader.fetchTree(source, resolve(source), options.budget())) {
            new HostTree(target, options).write(tree.top(), tree.below(), tree::open);
        } catch (InvalidPathException e) {
            throw faults.nonsense("download", source, "a name that the host can have", e.getInput());
        } catch (IOException e) {
            throw faults.ofTransfer("download '" + source + "' to '" + target + "'", source, e);
        }
    }

    /** Five digits: with fewer, some tools leave the set-group-id bit of a directory as it is. */
    static String octal(int mode) {
        return String.format("%05o", mode);
    }

    private String resolve(String path) {
        return GuestPath.resolve(access.workdir(), path);
    }

    private void require(String operation, String path, ExecResult result) {
        if (!result.succeeded()) {
            throw faults.of(operation, path, result);
        }
    }

    /** Asks who the user is, once; two who ask at the same time get the same answer. */
    private GuestUser user() {
        GuestUser known = user;
        if (known == null) {
            ExecResult result = shell.run(Scripts.FACTS);
            require("look at", "/", result);
            try {
                known = GuestUser.parse(result.stdout());
            } catch (ParseException e) {
                throw faults.nonsense("look at", "/", "who the user is", String.valueOf(e.getMessage()));
            }
            user = known;
        }
        return known;
    }
}
