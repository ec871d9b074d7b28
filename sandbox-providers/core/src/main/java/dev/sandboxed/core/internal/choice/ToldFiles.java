package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.TransferListener;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.spi.Events;
import dev.sandboxed.api.spi.ForwardingSandboxFiles;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.LongConsumer;

/** Files that tell how many bytes were read from them and written to them. */
final class ToldFiles extends ForwardingSandboxFiles {

    private final Events events;

    ToldFiles(SandboxFiles files, Events events) {
        super(files);
        this.events = events;
    }

    @Override
    public InputStream read(String path) {
        return new Counted(files().read(path), bytes -> tellRead(path, bytes));
    }

    @Override
    public void write(String path, InputStream content, WriteOptions options) {
        Counted counted = new Counted(content, bytes -> {});
        files().write(path, counted, options);
        tellWritten(path, counted.bytes);
    }

    @Override
    public void writeAll(Map<String, byte[]> contents) {
        files().writeAll(contents);
        contents.forEach((path, content) -> tellWritten(path, content.length));
    }

    @Override
    public void upload(Path source, String target, TransferListener progress) {
        files().upload(source, target, each(progress, this::tellWritten));
    }

    @Override
    public void download(String source, Path target, DownloadOptions options) {
        files().download(source, target, options.withProgress(each(options.progress(), this::tellRead)));
    }

    private void tellRead(String path, long bytes) {
        events.tell(at -> new SandboxEvent.FileRead(at, path, bytes));
    }

    private void tellWritten(String path, long bytes) {
        events.tell(at -> new SandboxEvent.FileWritten(at, path, bytes));
    }

    private interface Tell {
        void transferred(String path, long bytes);
    }

    /** Progress is told in sums; here it is the single file that counts. */
    private static TransferListener each(TransferListener other, Tell tell) {
        return new TransferListener() {
            private long before;

            @Override
            public void transferred(String path, long files, long bytes) {
                tell.transferred(path, bytes - before);
                before = bytes;
                other.transferred(path, files, bytes);
            }
        };
    }

    /** Counts what is read through it, and tells it when it is closed for the first time. */
    private static final class Counted extends FilterInputStream {
        private final LongConsumer closed;
        private long bytes;
        private boolean told;

        Counted(InputStream content, LongConsumer closed) {
            super(content);
            this.closed = closed;
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            bytes += one < 0 ? 0 : 1;
            return one;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = super.read(into, offset, length);
            bytes += Math.max(0, count);
            return count;
        }

        @Override
        public long skip(long most) throws IOException {
            long skipped = super.skip(most);
            bytes += skipped;
            return skipped;
        }

        @Override
        public void close() throws IOException {
            super.close();
            if (!told) {
                told = true;
                closed.accept(bytes);
            }
        }
    }
}
