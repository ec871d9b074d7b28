package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.guest.files.GuestArchives;
import dev.sandboxed.process.internal.output.ChunkStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/**
 * Archives that {@code tar} inside makes and unpacks. They go through a file of ours, since a controller carries the content of
 * files and nothing else.
 */
final class CtlArchives implements GuestArchives {

    private static final Duration LONGEST = Duration.ofMinutes(30);

    private final Controller controller;
    private final String id;
    private final CtlCommands commands;

    CtlArchives(Controller controller, String id, CtlCommands commands) {
        this.controller = controller;
        this.id = id;
        this.commands = commands;
    }

    @Override
    public InputStream fetch(String path) throws IOException {
        int slash = path.lastIndexOf('/');
        String parent = path.substring(0, Math.max(1, slash));
        String name = path.equals("/") ? "." : path.substring(slash + 1);
        String file = commands.nextFile();
        ExecResult result = commands.run(Command.of("tar", "-c", "-f", file, "-C", parent, "--", name)
                .cwd("/")
                .env("LC_ALL", "C"));
        if (!result.succeeded()) {
            commands.removeLater(file);
            throw result.stderr().contains("No such file") ? new NoSuchFileException(path) : failed("pack", result);
        }
        Route.Way way = controller.route().to(Controller.words("read", id, "--path", file, "--base64"));
        Execution execution = controller.start(way, LONGEST);
        return new Content(way, execution, file);
    }

    @Override
    public void store(String directory, InputStream tar) throws IOException {
        String file = commands.nextFile();
        try {
            controller.write(id, file, Stdin.stream(tar), LONGEST);
        } catch (SandboxTransportException e) {
            throw commands.explained(e);
        }
        ExecResult result = commands.run(Command.of("tar", "-x", "-p", "-o", "-f", file, "-C", directory)
                .cwd("/")
                .env("LC_ALL", "C"));
        commands.removeLater(file);
        if (!result.succeeded()) {
            throw failed("unpack", result);
        }
    }

    private static IOException failed(String what, ExecResult result) {
        return new IOException("tar inside could not " + what + ", it " + result.ending() + ": "
                + result.stderr().strip());
    }

    /** What a controller prints of a file; closing it early ends that. */
    private final class Content extends FilterInputStream {
        private final Route.Way way;
        private final Execution execution;
        private final String file;

        Content(Route.Way way, Execution execution, String file) {
            // Some break the lines, which that decoder passes over.
            super(Base64.getMimeDecoder().wrap(new ChunkStream(() -> next(execution))));
            this.way = way;
            this.execution = execution;
            this.file = file;
        }

        private static Optional<OutputChunk> next(Execution execution) {
            Optional<OutputChunk> next = execution.next();
            while (next.isPresent() && next.get().source() != Source.STDOUT) {
                next = execution.next();
            }
            return next;
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            requireWhole(one);
            return one;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int count = super.read(buffer, offset, length);
            requireWhole(count);
            return count;
        }

        /** A file that is cut off must not be taken for a whole one. */
        private void requireWhole(int count) {
            if (count < 0 && !execution.await().succeeded()) {
                throw commands.explained(new SandboxTransportException(
                        controller.failed("read '" + file + "' in '" + id + "'", execution.await())));
            }
        }

        @Override
        public void close() {
            execution.close();
            way.close();
            commands.removeLater(file);
        }
    }
}
