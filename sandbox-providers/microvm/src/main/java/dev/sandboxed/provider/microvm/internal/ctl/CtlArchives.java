package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.guest.files.GuestArchives;
import dev.sandboxed.guest.internal.files.CommandArchives;
import dev.sandboxed.process.internal.output.ChunkStream;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Archives that {@code tar} inside makes and unpacks. They go through a file of ours, since a controller carries the content of
 * files and nothing else.
 */
final class CtlArchives implements GuestArchives {

    private static final Duration LONGEST = Duration.ofMinutes(30);
    /** What is smaller goes with the command that packs or unpacks it, which saves a call. */
    private static final int SMALL = 12 * 1024;
    /** The code of a guest that has no base64. */
    private static final int MISSING = 127;

    private static final String PACK = CtlProvider.read("pack.sh");
    private static final String UNPACK_WORD = CtlProvider.read("unpack-word.sh");
    private static final String UNPACK_FILE = CtlProvider.read("unpack-file.sh");

    private final CtlMachine machine;
    private final Controller controller;
    private final String id;
    private final CtlCommands commands;

    CtlArchives(CtlMachine machine, CtlCommands commands) {
        this.machine = machine;
        this.controller = machine.controller();
        this.id = machine.id();
        this.commands = commands;
    }

    @Override
    public InputStream fetch(String path) throws IOException {
        int slash = path.lastIndexOf('/');
        String parent = path.substring(0, Math.max(1, slash));
        String name = path.equals("/") ? "." : path.substring(slash + 1);
        String file = commands.nextFile();
        ExecResult result = commands.run(shell(PACK, parent, name, file, String.valueOf(SMALL)));
        if (!result.succeeded()) {
            commands.removeLater(file);
            throw result.stderr().contains("No such file")
                    ? new NoSuchFileException(path)
                    : CommandArchives.failed("pack", result);
        }
        String printed = result.stdout();
        if (!printed.isBlank()) {
            return new ByteArrayInputStream(Base64.getMimeDecoder().decode(printed));
        }
        Route.Way way = controller.route().to(Controller.words("read", id, "--path", file, "--base64"));
        Execution execution = controller.start(way, LONGEST, Stdin.empty());
        return new Content(way, execution, file);
    }

    @Override
    public void store(String directory, InputStream tar) throws IOException {
        if (machine.passesInput()) {
            require(commands.run(
                    shell(UNPACK_FILE, directory, "-").stdin(Stdin.stream(tar)).timeout(LONGEST)));
            return;
        }
        byte[] begin = tar.readNBytes(SMALL);
        if (begin.length < SMALL) {
            String printed = Base64.getEncoder().encodeToString(begin);
            ExecResult result = commands.run(shell(UNPACK_WORD, directory, printed));
            if (result.succeeded()) {
                return;
            }
            if (result.exitCode() != MISSING) {
                throw CommandArchives.failed("unpack", result);
            }
        }
        String file = commands.nextFile();
        try (InputStream all = new SequenceInputStream(new ByteArrayInputStream(begin), tar)) {
            controller.write(id, file, Stdin.stream(all), LONGEST);
        } catch (SandboxTransportException e) {
            throw commands.explained(e);
        }
        ExecResult result = commands.run(shell(UNPACK_FILE, directory, file));
        commands.removeLater(file);
        require(result);
    }

    private static void require(ExecResult result) throws IOException {
        if (!result.succeeded()) {
            throw CommandArchives.failed("unpack", result);
        }
    }

    private static Command shell(String script, String... arguments) {
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        argv.addAll(List.of(arguments));
        return Command.of(argv).cwd("/").env("LC_ALL", "C");
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
