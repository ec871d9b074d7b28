package dev.sandboxed.guest.exec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Stdin;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Writes the input of one command, on a thread of its own, so that a command that does not read holds nobody up. */
final class StdinPump implements AutoCloseable {

    private final @Nullable InputStream source;
    private final boolean ours;
    private final CompletableFuture<OutputStream> target = new CompletableFuture<>();
    private volatile @Nullable Throwable failure;

    private StdinPump(@Nullable InputStream source, boolean ours) {
        this.source = source;
        this.ours = ours;
    }

    /**
     * Open the input of a command.
     *
     * @throws SandboxFileException if it is a file of the host that cannot be read
     */
    static StdinPump of(Stdin stdin) {
        if (stdin instanceof Stdin.Bytes bytes) {
            return new StdinPump(new ByteArrayInputStream(bytes.content()), true);
        }
        if (stdin instanceof Stdin.HostFile file) {
            return new StdinPump(open(file.file()), true);
        }
        return stdin instanceof Stdin.Streamed streamed
                ? new StdinPump(streamed.source(), false)
                : new StdinPump(null, false);
    }

    private static InputStream open(Path file) {
        try {
            return Files.newInputStream(file);
        } catch (NoSuchFileException e) {
            throw new SandboxFileNotFoundException(file.toString(), fault(file, "there is no such file", e));
        } catch (IOException e) {
            throw new SandboxFileException(file.toString(), fault(file, e.toString(), e));
        }
    }

    private static Fault fault(Path file, String why, IOException cause) {
        return Fault.of("Cannot read '" + file + "' of the host as a command's standard input: " + why)
                .remedy("give a file that exists and may be read")
                .cause(cause);
    }

    /**
     * Write, now that the command is there to read.
     *
     * @param broken called when the source breaks, so that the command does not take half of the input for all of it
     */
    void start(OutputStream input, Runnable broken) {
        target.complete(input);
        if (source != null) {
            Thread thread = new Thread(() -> copy(source, input, broken), "sandboxed-stdin");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void copy(InputStream from, OutputStream to, Runnable broken) {
        try {
            byte[] buffer = new byte[64 * 1024];
            for (int count = read(from, buffer); count >= 0; count = read(from, buffer)) {
                to.write(buffer, 0, count);
            }
            if (failure == null) {
                // The end of a source that broke is no end of file for the command, which is being killed.
                to.close();
            }
        } catch (IOException noLongerRead) {
            // The command ended before its input did, which is its own affair.
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            if (failure != null) {
                broken.run();
            }
        }
    }

    private int read(InputStream from, byte[] buffer) {
        try {
            return from.read(buffer);
        } catch (IOException e) {
            failure = e;
            return -1;
        }
    }

    /** Give the end to write to, for whoever writes while the command runs. */
    OutputStream stream() {
        try {
            return target.join();
        } catch (CompletionException neverBegan) {
            return OutputStream.nullOutputStream();
        }
    }

    /** Refuse to give the result of a command that was fed with half of its input. */
    void requireWhole() {
        Throwable cause = failure;
        if (cause != null) {
            throw new SandboxTransportException(Fault.of("The source of a command's standard input broke: " + cause)
                    .remedy("give an input that can be read to its end; the command was killed")
                    .cause(cause));
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
