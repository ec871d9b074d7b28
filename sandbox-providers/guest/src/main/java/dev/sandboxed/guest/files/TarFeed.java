package dev.sandboxed.guest.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Objects;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.jspecify.annotations.Nullable;

/** A tar that is made while it is read, a piece at a time, so that no thread and no copy of it is needed. */
final class TarFeed extends InputStream {

    private static final int PIECE = 64 << 10;

    private final Iterator<TarItem> items;
    private final Piece made = new Piece();
    private final TarArchiveOutputStream tar = new TarArchiveOutputStream(made, StandardCharsets.UTF_8.name());
    private final byte[] buffer = new byte[PIECE];
    private @Nullable TarItem item;
    private @Nullable InputStream content;
    private boolean finished;

    /** Packs items in their order; each content is opened when its turn comes. */
    TarFeed(Iterable<TarItem> items) {
        this.items = items.iterator();
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        tar.setAddPaxHeadersForNonAsciiNames(true);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
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
