package dev.sandboxed.process.internal.output;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/** Copies what a command reads on a thread of its own, so that a command that does not read holds nobody up. */
public final class StdinPump {

    private StdinPump() {}

    /**
     * Starts to copy, until the source ends, which is the end of file for the command, or the command no longer reads, which
     * is its own affair.
     *
     * @param broken told when the source breaks; the target stays open then, so that the command does not take half of the
     *     input for all of it
     */
    public static void start(InputStream source, OutputStream target, Consumer<Throwable> broken) {
        DaemonThread.start("sandboxed-stdin", () -> copy(source, target, broken));
    }

    private static void copy(InputStream source, OutputStream target, Consumer<Throwable> broken) {
        try {
            byte[] buffer = new byte[64 * 1024];
            for (int count = read(source, buffer); count >= 0; count = read(source, buffer)) {
                target.write(buffer, 0, count);
            }
            target.close();
        } catch (UncheckedIOException e) {
            broken.accept(e.getCause());
        } catch (IOException noLongerRead) {
            // The command ended before its input did.
        } catch (RuntimeException | Error e) {
            broken.accept(e);
        }
    }

    /** Not to be taken for a target that cannot be written. */
    private static int read(InputStream source, byte[] buffer) {
        try {
            return source.read(buffer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what to throw instead of the result of a command that was given only a part of its input. */
    public static SandboxTransportException brokenSource(Throwable cause) {
        return new SandboxTransportException(Fault.of("The source of a command's standard input broke: " + cause)
                .remedy("give an input that can be read to its end; the command was killed")
                .cause(cause));
    }
}
