package dev.sandboxed.guest.files;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.internal.files.TransferBudget;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.guest.files.GuestFaults.Reason;
import dev.sandboxed.guest.internal.tar.ArchiveInput;
import dev.sandboxed.guest.internal.tar.FetchedTree;
import dev.sandboxed.process.internal.output.BulkInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;

/** Fetches plain files and trees, as far as the sandbox's user may read them: archives are made with greater privileges. */
final class GuestReader {

    private final GuestArchives archives;
    private final GuestShell shell;
    private final GuestFaults faults;
    private final Supplier<GuestUser> user;

    GuestReader(GuestArchives archives, GuestShell shell, GuestFaults faults, Supplier<GuestUser> user) {
        this.archives = archives;
        this.shell = shell;
        this.faults = faults;
        this.user = user;
    }

    /** Opens a plain file; links are followed. */
    InputStream open(String given, String path) {
        try {
            Fetched file = fetch(path);
            if (file.entry().isSymbolicLink()) {
                file.archive().close();
                String real = follow("read", given, path);
                return content(given, real, fetch(real));
            }
            return content(given, path, file);
        } catch (NoSuchFileException unseen) {
            // Engines do not see what the guest's kernel makes up, as in /proc.
            return new PiecewiseContent(shell, faults, given, path);
        } catch (IOException e) {
            throw faults.of("read", given, e);
        }
    }

    /** An archive up to its first header. */
    private record Fetched(ArchiveInput archive, TarArchiveEntry entry) {}

    private Fetched fetch(String path) throws IOException {
        ArchiveInput archive = new ArchiveInput(archives.fetch(path), StandardCharsets.UTF_8);
        boolean begun = false;
        try {
            TarArchiveEntry entry = archive.next();
            if (entry == null) {
                throw new NoSuchFileException(path);
            }
            begun = true;
            return new Fetched(archive, entry);
        } finally {
            if (!begun) {
                archive.close();
            }
        }
    }

    private InputStream content(String given, String path, Fetched file) throws IOException {
        boolean handedOver = false;
        try {
            TarArchiveEntry entry = file.entry();
            FileType type = FetchedTree.type(entry);
            if (type != FileType.FILE || entry.isLink()) {
                throw faults.because(
                        type == FileType.DIRECTORY ? Reason.IS_DIRECTORY : Reason.NOT_PLAIN, "read", given, null);
            }
            if (!user.get().hasReadPermission(entry)) {
                requireReadable("read", List.of(path), any -> given);
            }
            handedOver = true;
            return new Content(given, file.archive().content());
        } finally {
            if (!handedOver) {
                file.archive().close();
            }
        }
    }

    /**
     * Fetches a whole file or directory; a link at the end of the path is followed, those below are not.
     *
     * @throws dev.sandboxed.api.limit.ResourceLimitException if there are more bytes than the budget
     */
    FetchedTree fetchTree(String given, String path, DataSize most) {
        TransferBudget budget = new TransferBudget(given, most, faults.provider(), faults.sandbox());
        FetchedTree tree = null;
        boolean handedOver = false;
        try {
            tree = FetchedTree.of(archives.fetch(path), path, budget);
            if (tree.top().isLink()) {
                tree.close();
                String leadsTo = follow("download", given, path);
                tree = FetchedTree.of(archives.fetch(leadsTo), leadsTo, budget);
            }
            requireReadable("download", tree.without(user.get()::hasReadPermission), UnaryOperator.identity());
            handedOver = true;
            return tree;
        } catch (IOException e) {
            throw faults.of("download", given, e);
        } finally {
            if (!handedOver && tree != null) {
                closeQuietly(tree);
            }
        }
    }

    private static void closeQuietly(FetchedTree tree) {
        try {
            tree.close();
        } catch (IOException unused) {
            // What failed before this is what the caller has to know.
        }
    }

    /** Asks the guest where a path leads. */
    private String follow(String operation, String given, String path) {
        ExecResult result = shell.run(Scripts.FOLLOW, path);
        if (!result.succeeded()) {
            throw faults.of(operation, given, result);
        }
        String line = result.stdout();
        if (!line.startsWith("/") || !line.endsWith("\n")) {
            throw faults.nonsense(operation, given, "an absolute path", line);
        }
        return line.substring(0, line.length() - 1);
    }

    /** Lets the user open what its owner and mode alone do not allow; an access list may, for example. */
    private void requireReadable(String operation, List<String> paths, UnaryOperator<String> named) {
        for (List<String> batch : GuestShell.batches(paths)) {
            ExecResult result = shell.run(Scripts.READABLE, batch);
            if (!result.succeeded()) {
                int readable = GuestShell.words(result).size();
                String refused = batch.get(Math.min(readable, batch.size() - 1));
                throw faults.of(operation, named.apply(refused), result);
            }
        }
    }

    /** A file's content; what goes wrong while it is read names the path too. Closing it early reads no more. */
    private final class Content extends BulkInputStream {
        private final String path;
        private final InputStream source;

        Content(String path, InputStream source) {
            this.path = path;
            this.source = source;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            try {
                return source.read(buffer, offset, length);
            } catch (IOException e) {
                throw faults.of("read", path, e);
            }
        }

        @Override
        public int available() throws IOException {
            return source.available();
        }

        @Override
        public void close() {
            try {
                source.close();
            } catch (IOException e) {
                throw faults.of("read", path, e);
            }
        }
    }
}
