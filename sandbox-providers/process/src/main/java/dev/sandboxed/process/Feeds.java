package dev.sandboxed.process;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.process.posix.ByteFeed;
import dev.sandboxed.process.posix.Wakeup;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns each kind of standard input into a feed for the thread that moves a child's bytes. */
final class Feeds {

    private Feeds() {}

    /** Tell whether somebody else delivers the input while the command runs, so that the moving thread must be woken. */
    static boolean needsWakeup(Stdin stdin) {
        return stdin instanceof Stdin.Streamed || stdin instanceof Stdin.Open;
    }

    static ByteFeed of(Stdin stdin, @Nullable Wakeup wakeup) {
        if (stdin instanceof Stdin.Bytes bytes) {
            return new BytesFeed(ByteBuffer.wrap(bytes.content()));
        }
        if (stdin instanceof Stdin.HostFile file) {
            return new FileFeed(file.file());
        }
        QueueFeed queue = new QueueFeed(Objects.requireNonNull(wakeup, "wakeup"));
        if (stdin instanceof Stdin.Streamed streamed) {
            Thread copier = new Thread(() -> copy(streamed.source(), queue.stream()), "sandboxed-stdin");
            copier.setDaemon(true);
            copier.start();
        }
        return queue;
    }

    /** Ends when the source does, or when the command no longer reads; the latter shows as a failing write. */
    private static void copy(InputStream source, OutputStream target) {
        try (target) {
            source.transferTo(target);
        } catch (IOException noLongerRead) {
            // The command ended, or the source broke; either way the command meets the end of its input.
        }
    }

    /** Input that is in memory already. */
    private record BytesFeed(ByteBuffer content) implements ByteFeed {
        @Override
        public int fill(ByteBuffer buffer) {
            if (!content.hasRemaining()) {
                return END;
            }
            int length = Math.min(content.remaining(), buffer.remaining());
            buffer.put(content.slice(content.position(), length));
            content.position(content.position() + length);
            return length;
        }

        @Override
        public void close() {}
    }

    /** Input from a file of the host. */
    private static final class FileFeed implements ByteFeed {
        private final FileChannel channel;

        FileFeed(Path file) {
            try {
                this.channel = FileChannel.open(file, StandardOpenOption.READ);
            } catch (IOException e) {
                throw new SandboxFileException(
                        file.toString(),
                        Fault.of("Cannot read '" + file + "' of the host as standard input: " + e)
                                .remedy("give a file that exists and may be read")
                                .cause(e));
            }
        }

        @Override
        public int fill(ByteBuffer buffer) {
            try {
                return channel.read(buffer);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
