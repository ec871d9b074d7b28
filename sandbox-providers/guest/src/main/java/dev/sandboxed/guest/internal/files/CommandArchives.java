package dev.sandboxed.guest.internal.files;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.internal.text.HarmlessText;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.guest.files.GuestArchives;
import dev.sandboxed.process.internal.output.ChunkStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Archives that the guest's own {@code tar} makes and unpacks, for guests whose files nobody outside can touch while they
 * run: their kernel would not notice, or has put something else in their place.
 *
 * <p>It works with the privileges of the sandbox's user. What it unpacks belongs to that user, whatever the archive says.
 */
public final class CommandArchives implements GuestArchives {

    private final Function<Command, ExecResult> run;
    private final Function<Command, Execution> start;

    /**
     * Uses commands.
     *
     * @param run runs one to its end
     * @param start starts one whose output is read as it comes
     */
    public CommandArchives(Function<Command, ExecResult> run, Function<Command, Execution> start) {
        this.run = run;
        this.start = start;
    }

    @Override
    public InputStream fetch(String path) {
        return packed(path, (parent, name) -> Command.of("tar", "-c", "-f", "-", "-C", parent, "--", name));
    }

    /**
     * Opens what a command prints of a path.
     *
     * @param packing gets the directory that it lies in and its name there
     */
    public InputStream packed(String path, BiFunction<String, String, Command> packing) {
        int slash = path.lastIndexOf('/');
        String parent = path.substring(0, Math.max(1, slash));
        String name = path.equals("/") ? "." : path.substring(slash + 1);
        return new Packed(path, start.apply(packing.apply(parent, name).outputLimit(DataSize.ofKibibytes(4))));
    }

    @Override
    public void store(String directory, InputStream tar) throws IOException {
        ExecResult result = run.apply(
                Command.of("tar", "-x", "-p", "-o", "-f", "-", "-C", directory).stdin(Stdin.stream(tar)));
        if (!result.succeeded()) {
            throw failed("unpack", result);
        }
    }

    /** Returns what is thrown when {@code tar} has not done what it should. Whoever is inside chooses what it says. */
    public static IOException failed(String what, ExecResult result) {
        return new IOException("tar inside could not " + what + ", it " + result.ending() + ": "
                + HarmlessText.of(result.stderr().strip()));
    }

    /** The output of a {@code tar} that runs; closing it early ends that. */
    private static final class Packed extends ChunkStream {
        private static final long REST = 64 * 1024;

        private final String path;
        private final Execution execution;

        Packed(String path, Execution execution) {
            super(() -> nextOf(execution));
            this.path = path;
            this.execution = execution;
        }

        /** What it says on the other output comes with its result. */
        private static Optional<OutputChunk> nextOf(Execution execution) {
            Optional<OutputChunk> next = execution.next();
            while (next.isPresent() && next.get().source() != OutputChunk.Source.STDOUT) {
                next = execution.next();
            }
            return next;
        }

        /** An archive that is cut off must not be taken for a whole one. */
        @Override
        public synchronized int read(byte[] buffer, int offset, int length) throws IOException {
            int count = super.read(buffer, offset, length);
            if (count < 0) {
                requireSuccess();
            }
            return count;
        }

        private void requireSuccess() throws IOException {
            ExecResult result = execution.await();
            if (!result.succeeded()) {
                throw result.stderr().contains("No such file") ? new NoSuchFileException(path) : failed("pack", result);
            }
        }

        /** What is left of an archive is little more than padding, mostly, and cheaper to read than its end to bring about. */
        @Override
        public void close() {
            try {
                long read = 0;
                Optional<OutputChunk> next = nextOf(execution);
                while (next.isPresent() && read < REST) {
                    read += next.get().bytes().length;
                    next = nextOf(execution);
                }
            } finally {
                execution.close();
            }
        }
    }
}
