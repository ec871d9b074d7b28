package dev.sandboxed.provider.docker.internal.snapshot;

import dev.sandboxed.api.internal.files.SnapshotSelection;
import dev.sandboxed.provider.docker.internal.snapshot.Changes.Holder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Writes all files of a container as one layer of an image: those of its image, and of the sandbox's own those that are
 * selected. Whatever was deleted is not there, and what was changed but is not selected is as in the image.
 */
final class LayerWriter {

    private final Changes changes;
    private final SnapshotSelection selection;
    private final TarArchiveOutputStream tar;
    /** Directories around the current path that are there only if something in them is; the innermost comes first. */
    private final Deque<Item> waiting = new ArrayDeque<>();
    /** Other names of files that are not selected; an archive has their content under the first name only. */
    private final List<String> orphans = new ArrayList<>();
    /** What the sandbox has changed and must be as in the image. */
    private final List<String> originals = new ArrayList<>();

    private Tally tally = Tally.NOTHING;

    /** An entry of an archive, whose names are not from the root yet. */
    private record Item(String path, TarArchiveEntry entry, TarNames names, Holder holder) {

        /** Returns the header with names from the root. */
        TarArchiveEntry header() {
            entry.setName(entry.isDirectory() ? path + "/" : path);
            if (entry.isLink()) {
                entry.setLinkName(names.linkedBy(entry));
            }
            return entry;
        }
    }

    /** Writes to a stream, which is not closed. */
    LayerWriter(Changes changes, SnapshotSelection selection, OutputStream target) {
        this.changes = changes;
        this.selection = selection;
        this.tar = new TarArchiveOutputStream(target, StandardCharsets.UTF_8.name());
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        tar.setAddPaxHeadersForNonAsciiNames(true);
    }

    /** Writes the files of the container. */
    void write(ContainerFiles files) throws IOException {
        each(files.all(), TarNames.ofAll(), (item, content) -> {
            if (!changes.isInVolume(item.path())) {
                sort(item, content);
            }
        });
        for (String volume : changes.outermostVolumes()) {
            each(files.at(volume), TarNames.inArchiveOf(volume), this::sort);
        }
        for (String orphan : orphans) {
            each(files.at(orphan), TarNames.inArchiveOf(orphan), this::put);
        }
    }

    /** Returns whether something must be as in the image, and has to be read from a container that was never used. */
    boolean needsOriginals() {
        return !originals.isEmpty();
    }

    /** Writes what must be as in the image. */
    void writeOriginals(ContainerFiles unused) throws IOException {
        for (String path : originals) {
            each(
                    unused.at(path),
                    TarNames.inArchiveOf(path),
                    (item, content) -> put(new Item(item.path(), item.entry(), item.names(), Holder.IMAGE), content));
        }
    }

    /** Ends the layer, and returns what it has of the sandbox's own. */
    Tally finish() throws IOException {
        tar.finish();
        return tally;
    }

    /** Takes an entry and, while it can be read, its content. */
    @FunctionalInterface
    private interface Taker {
        void take(Item item, InputStream content) throws IOException;
    }

    private void each(TarArchiveInputStream archive, TarNames names, Taker taker) throws IOException {
        waiting.clear();
        try (archive) {
            for (TarArchiveEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                String path = names.of(entry);
                if (!path.isEmpty()) {
                    taker.take(new Item(path, entry, names, changes.holder(path, entry.isDirectory())), archive);
                }
            }
        }
    }

    private void sort(Item item, InputStream content) throws IOException {
        String path = item.path();
        if (isWritten(path, item.holder())) {
            writeDirectoriesAround(path);
            if (isOrphan(item)) {
                orphans.add(path);
            } else {
                put(item, content);
            }
        } else if (item.holder() == Holder.SANDBOX) {
            if (item.entry().isDirectory()) {
                waiting.push(item);
            } else if (changes.changed().contains(path)) {
                originals.add(path);
            }
        }
    }

    private boolean isWritten(String path, Holder holder) {
        return holder == Holder.IMAGE || (holder == Holder.SANDBOX && selection.takes(path));
    }

    private boolean isOrphan(Item item) {
        if (!item.entry().isLink()) {
            return false;
        }
        String file = item.names().linkedBy(item.entry());
        return !isWritten(file, changes.holder(file, false));
    }

    private void writeDirectoriesAround(String path) throws IOException {
        waiting.removeIf(directory -> !path.startsWith(directory.path() + "/"));
        while (!waiting.isEmpty()) {
            put(waiting.removeLast(), InputStream.nullInputStream());
        }
    }

    private void put(Item item, InputStream content) throws IOException {
        TarArchiveEntry entry = item.header();
        tar.putArchiveEntry(entry);
        content.transferTo(tar);
        tar.closeArchiveEntry();
        tally = item.holder() == Holder.SANDBOX ? tally.plus(entry) : tally;
    }
}
