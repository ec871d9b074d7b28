package dev.sandboxed.provider.remote.internal.http.exec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.process.internal.output.BulkOutputStream;
import dev.sandboxed.process.internal.output.StdinPump;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What one command reads: sent with it if it is short and known, and otherwise piece by piece once it runs. */
final class CommandInput implements AutoCloseable {

    /** More than that is sent later, in pieces of at most that. */
    static final int PIECE = 256 * 1024;

    private final byte @Nullable [] known;
    private final @Nullable InputStream source;
    private final boolean ours;
    private volatile @Nullable Throwable failure;

    private CommandInput(byte @Nullable [] known, @Nullable InputStream source, boolean ours) {
        this.known = known;
        this.source = source;
        this.ours = ours;
    }

    /**
     * Opens the input of a command.
     *
     * @throws SandboxFileException if it is a file of the host that cannot be read
     */
    static CommandInput of(Stdin stdin) {
        if (stdin instanceof Stdin.Bytes bytes) {
            return bytes.content().length <= PIECE
                    ? new CommandInput(bytes.content(), null, false)
                    : new CommandInput(null, new ByteArrayInputStream(bytes.content()), true);
        }
        if (stdin instanceof Stdin.HostFile file) {
            return new CommandInput(null, open(file.file()), true);
        }
        return new CommandInput(null, stdin instanceof Stdin.Streamed streamed ? streamed.source() : null, false);
    }

    private static InputStream open(Path file) {
        try {
            return Files.newInputStream(file);
        } catch (IOException e) {
            FileFailure reason = FileFailure.of(e);
            String why = reason == FileFailure.MISSING ? "there is no such file" : e.toString();
            throw SandboxFileException.of(
                    file.toString(),
                    reason,
                    Fault.of("Cannot read '" + file + "' of the host as a command's standard input: " + why)
                            .remedy("give a file that exists and may be read")
                            .cause(e));
        }
    }

    /** Returns all of it, if it is sent with the command; nothing if it follows. */
    byte @Nullable [] known() {
        return known;
    }

    /**
     * Starts to send what follows, now that the command is there to read.
     *
     * @param target where it is written
     * @param kill called when the source or the way breaks: the command must not take half of its input for all of it
     */
    void start(OutputStream target, Runnable kill) {
        if (source != null) {
            StdinPump.start(source, new Watched(target, kill), cause -> broken(cause, kill));
        }
    }

    private void broken(Throwable cause, Runnable kill) {
        failure = cause;
        kill.run();
    }

    /**
     * Makes sure that the command was not given only a part of its input.
     *
     * @throws SandboxTransportException if the source or the way broke
     */
    void requireWhole() {
        Throwable cause = failure;
        if (cause != null) {
            throw StdinPump.brokenSource(cause);
        }
    }

    @Override
    public void close() {
        if (ours && source != null) {
            try {
                source.close();
            } catch (IOException e) {
                throw new SandboxTransportException(
                        Fault.of("Cannot close the source of a command's standard input: " + e)
                                .cause(e));
            }
        }
    }

    /** A command that no longer reads takes what it is sent, so one to which nothing can be sent is lost. */
    private final class Watched extends BulkOutputStream {

        private final OutputStream target;
        private final Runnable kill;

        Watched(OutputStream target, Runnable kill) {
            this.target = target;
            this.kill = kill;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                target.write(bytes, offset, length);
            } catch (IOException e) {
                broken(e, kill);
                throw e;
            }
        }

        @Override
        public void close() throws IOException {
            try {
                target.close();
            } catch (IOException e) {
                broken(e, kill);
                throw e;
            }
        }
    }
}
