package dev.sandboxed.guest.internal.tar;

import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.internal.files.TransferBudget;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.tar.TarFile;
import org.jspecify.annotations.Nullable;

/** A tree of the guest that lies on the host as a whole archive: all of it can be checked before any of it is used. */
public final class FetchedTree implements Closeable {

    private static final int PERMISSIONS = 07777;
    /** What is known of each is kept in memory. */
    private static final int MOST_ENTRIES = 500_000;

    private final Spool spool;
    private final TarFile tar;
    private final Map<FileEntry, Archived> entries = new LinkedHashMap<>();

    /** An entry, and the one that has its bytes, which is another one for further names of a file. */
    private record Archived(TarArchiveEntry header, TarArchiveEntry content) {}

    private FetchedTree(Spool spool, TarFile tar) {
        this.spool = spool;
        this.tar = tar;
    }

    /**
     * Reads the archive of what lies at a path, and closes it. Nothing is read beyond the header of the entry that is too much.
     *
     * @param path what the first entry is called here, and what lies below it begins with
     * @param budget how many bytes all files together may have
     * @throws NoSuchFileException if there is nothing
     * @throws dev.sandboxed.api.limit.ResourceLimitException if there are more bytes
     */
    public static FetchedTree of(InputStream fetched, String path, TransferBudget budget) throws IOException {
        Spool spool = new Spool();
        boolean whole = false;
        try {
            try (ArchiveInput archive = new ArchiveInput(fetched, spool)) {
                copy(archive, budget);
            }
            FetchedTree tree = new FetchedTree(spool, ArchiveInput.sensibly(() -> open(spool)));
            ArchiveInput.sensibly(() -> tree.read(path, budget));
            whole = true;
            return tree;
        } finally {
            if (!whole) {
                spool.close();
            }
        }
    }

    private static void copy(ArchiveInput archive, TransferBudget budget) throws IOException {
        long total = 0;
        int entries = 0;
        for (TarArchiveEntry entry = archive.next(); entry != null; entry = archive.next()) {
            total = announce(budget, total, Math.max(entry.getSize(), entry.getRealSize()));
            entries++;
            if (entries > MOST_ENTRIES) {
                throw new IOException("there are more than " + MOST_ENTRIES + " entries");
            }
            archive.content().transferTo(OutputStream.nullOutputStream());
        }
        archive.finish();
    }

    private static long announce(TransferBudget budget, long total, long more) {
        // A sum that no number holds becomes one below zero, which is more than any budget.
        budget.announce(total + more);
        return total + more;
    }

    private static TarFile open(Spool spool) throws IOException {
        return new TarFile(
                spool.channel(),
                TarConstants.DEFAULT_BLKSIZE,
                TarConstants.DEFAULT_RCDSIZE,
                StandardCharsets.UTF_8.name(),
                false);
    }

    /** Returns what an archived entry is; further names of a file count as files. */
    public static FileType type(TarArchiveEntry entry) {
        if (entry.isSymbolicLink()) {
            return FileType.LINK;
        }
        if (entry.isDirectory()) {
            return FileType.DIRECTORY;
        }
        boolean special = entry.isFIFO() || entry.isCharacterDevice() || entry.isBlockDevice();
        return special ? FileType.OTHER : FileType.FILE;
    }

    private FileEntry read(String path, TransferBudget budget) throws IOException {
        long total = 0;
        Map<String, TarArchiveEntry> byName = new HashMap<>();
        @Nullable String top = null;
        for (TarArchiveEntry entry : tar.getEntries()) {
            String name = withoutSlashes(entry.getName());
            top = top == null ? name : top;
            TarArchiveEntry content = entry.isLink() ? byName.get(entry.getLinkName()) : entry;
            if (content == null) {
                throw new IOException("the archive has '" + name + "' as another name of '" + entry.getLinkName()
                        + "', which it does not hold");
            }
            if (byName.put(name, content) != null) {
                throw new IOException("the archive has '" + name + "' twice");
            }
            // Further names of a file become files of their own.
            total = announce(
                    budget, total, add(inside(path, top, name), entry, content).size());
        }
        if (top == null) {
            throw new NoSuchFileException(path);
        }
        return top();
    }

    private static String withoutSlashes(String name) {
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) == '/') {
            end--;
        }
        return name.substring(0, end);
    }

    /** Names begin with that of the top. What does not is left as it is, to be refused as outside of it. */
    private static String inside(String path, String top, String name) {
        if (name.equals(top)) {
            return path;
        }
        String prefix = top + "/";
        String base = path.equals("/") ? "/" : path + "/";
        return name.startsWith(prefix) ? base + name.substring(prefix.length()) : name;
    }

    private FileEntry add(String path, TarArchiveEntry entry, TarArchiveEntry content) {
        FileType type = type(entry);
        FileEntry seen = new FileEntry(
                path,
                type,
                type == FileType.FILE ? content.getRealSize() : 0,
                entry.getMode() & PERMISSIONS,
                entry.getLastModifiedTime().toInstant(),
                type == FileType.LINK ? Optional.of(entry.getLinkName()) : Optional.empty());
        entries.put(seen, new Archived(entry, content));
        return seen;
    }

    public FileEntry top() {
        return entries.keySet().iterator().next();
    }

    public List<FileEntry> below() {
        return entries.keySet().stream().skip(1).toList();
    }

    /** Returns the files and directories whose headers do not satisfy a condition. */
    public List<String> without(Predicate<TarArchiveEntry> condition) {
        return entries.entrySet().stream()
                .filter(entry -> entry.getKey().isFile() || entry.getKey().isDirectory())
                .filter(entry -> !condition.test(entry.getValue().header()))
                .map(entry -> entry.getKey().path())
                .toList();
    }

    /** Opens what one of the files holds. */
    public InputStream open(FileEntry file) throws IOException {
        Archived archived = entries.get(file);
        if (archived == null) {
            throw new NoSuchFileException(file.path());
        }
        return ArchiveInput.sensible(ArchiveInput.sensibly(() -> tar.getInputStream(archived.content())));
    }

    @Override
    public void close() throws IOException {
        try (spool) {
            tar.close();
        }
    }
}
