package dev.sandboxed.guest.internal.tar;

import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.HostTree;
import dev.sandboxed.process.internal.output.BulkInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.jspecify.annotations.Nullable;

/** A tar that is made while it is read, a piece at a time, so that no thread and no copy of it is needed. */
public final class TarFeed extends BulkInputStream {

    private static final int PIECE = 64 << 10;
    private static final String TOP = "tree";

    private final Iterator<TarItem> items;
    private final Piece made = new Piece();
    private final TarArchiveOutputStream tar = new TarArchiveOutputStream(made, StandardCharsets.UTF_8.name());
    private final byte[] buffer = new byte[PIECE];
    private @Nullable TarItem item;
    private @Nullable InputStream content;
    private boolean finished;

    /** Packs items in their order; each content is opened when its turn comes. */
    public TarFeed(Iterable<TarItem> items) {
        this.items = items.iterator();
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        tar.setAddPaxHeadersForNonAsciiNames(true);
    }

    /**
     * Packs a tree of the host, as {@link HostTree#list} gives it. The first entry is its top, and the names of all others begin
     * with that of the top.
     *
     * @param passed told of each when all of it has been handed over
     */
    public static TarFeed ofTree(List<HostTree.Item> items, Consumer<FileEntry> passed) {
        Path top = items.get(0).file();
        return new TarFeed(items.stream()
                .map(item -> TarItem.of(item, name(top.relativize(item.file())), TarItem.Owner.ROOT)
                        .then(() -> passed.accept(item.entry())))
                .toList());
    }

    private static String name(Path below) {
        return below.toString().isEmpty() ? TOP : TOP + "/" + below;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        while (made.isEmpty() && !finished) {
            made.reset();
            step();
        }
        return made.isEmpty() ? -1 : made.take(target, offset, length);
    }

    /** Does the next small thing, which may or may not make some bytes. */
    private void step() throws IOException {
        if (item == null) {
            if (items.hasNext()) {
                item = items.next();
                tar.putArchiveEntry(item.entry());
                content = item.source().open();
            } else {
                tar.finish();
                finished = true;
            }
            return;
        }
        int count = content == null ? -1 : content.read(buffer);
        if (count >= 0) {
            tar.write(buffer, 0, count);
            return;
        }
        closeContent();
        tar.closeArchiveEntry();
        item.passed().run();
        item = null;
    }

    private void closeContent() throws IOException {
        if (content != null) {
            content.close();
            content = null;
        }
    }

    @Override
    public void close() throws IOException {
        finished = true;
        closeContent();
    }

    /** Bytes that were made and not yet read. */
    private static final class Piece extends ByteArrayOutputStream {
        private int from;

        boolean isEmpty() {
            return from == count;
        }

        int take(byte[] target, int offset, int length) {
            int taken = Math.min(length, count - from);
            System.arraycopy(buf, from, target, offset, taken);
            from += taken;
            return taken;
        }

        @Override
        public synchronized void reset() {
            super.reset();
            from = 0;
        }
    }
}
