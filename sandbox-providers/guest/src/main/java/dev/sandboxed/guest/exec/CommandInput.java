package dev.sandboxed.guest.exec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.process.internal.output.StdinPump;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What one command reads: opened before it begins, and pumped to it once it runs. */
final class CommandInput implements AutoCloseable {

    private final @Nullable InputStream source;
    private final boolean ours;
    private final CompletableFuture<OutputStream> target = new CompletableFuture<>();
    private volatile @Nullable Throwable failure;

    private CommandInput(@Nullable InputStream source, boolean ours) {
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
            return new CommandInput(new ByteArrayInputStream(bytes.content()), true);
        }
        if (stdin instanceof Stdin.HostFile file) {
            return new CommandInput(open(file.file()), true);
        }
        return stdin instanceof Stdin.Streamed streamed
                ? new CommandInput(streamed.source(), false)
                : new CommandInput(null, false);
    }

    private static InputStream open(Path file) {
        try {
            return Files.newInputStream(file);
        } catch (IOException e) {
            FileFailure reason = FileFailure.of(e);
            String why = reason == FileFailure.MISSING ? "there is no such file" : e.toString();
            throw SandboxFileException.of(file.toString(), reason, fault(file, why, e));
        }
    }

    private static Fault fault(Path file, String why, IOException cause) {
        return Fault.of("Cannot read '" + file + "' of the host as a command's standard input: " + why)
                .remedy("give a file that exists and may be read")
                .cause(cause);
    }

    /**
     * Starts to write, now that the command is there to read.
     *
     * @param kill called when the source breaks, so that the command does not take half of the input for all of it
     */
    void start(OutputStream input, Runnable kill) {
        target.complete(input);
        if (source != null) {
            StdinPump.start(source, input, cause -> {
                failure = cause;
                kill.run();
            });
        }
    }

    /** Returns the end to write to, for whoever writes while the command runs. */
    OutputStream stream() {
        try {
            return target.join();
        } catch (CompletionException neverBegan) {
            return OutputStream.nullOutputStream();
        }
    }

    /**
     * Makes sure that the command was not given only a part of its input.
     *
     * @throws SandboxTransportException if the source broke
     */
    void requireWhole() {
        Throwable cause = failure;
        if (cause != null) {
            throw StdinPump.brokenSource(cause);
        }
    }

    @Override
    public void close() {
        target.completeExceptionally(new IOException("The command has ended"));
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
}
