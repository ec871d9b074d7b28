package dev.sandboxed.process;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.process.internal.output.ByteFeed;
import dev.sandboxed.process.internal.output.StdinPump;
import dev.sandboxed.process.internal.posix.Wakeup;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns each kind of standard input into a feed for the thread that moves a child's bytes. */
final class Feeds {

    private Feeds() {}

    /** Returns whether somebody else delivers the input while the command runs, so that the moving thread must be woken. */
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
            StdinPump.start(streamed.source(), queue.stream(), queue::fail);
        }
        return queue;
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

    /** Input from a file of the host, read by a stream, since a channel would be closed by an interruption. */
    private static final class FileFeed implements ByteFeed {
        private final Path file;
        private final InputStream content;
        private final byte[] buffer = new byte[16 * 1024];

        FileFeed(Path file) {
            this.file = file;
            try {
                if (Files.isDirectory(file)) {
                    throw new IOException("it is a directory");
                }
                this.content = Files.newInputStream(file);
            } catch (IOException e) {
                throw failed(e);
            }
        }

        @Override
        public int fill(ByteBuffer into) {
            try {
                int count = content.read(buffer, 0, Math.min(buffer.length, into.remaining()));
                into.put(buffer, 0, Math.max(0, count));
                return count;
            } catch (IOException e) {
                throw failed(e);
            }
        }

        @Override
        public void close() {
            try {
                content.close();
            } catch (IOException e) {
                throw failed(e);
            }
        }

        private SandboxFileException failed(IOException e) {
            return SandboxFileException.of(
                    file.toString(),
                    FileFailure.of(e),
                    Fault.of("Cannot read '" + file + "' of the host as standard input: " + e)
                            .remedy("give a plain file that exists and may be read")
                            .cause(e));
        }
    }
}
