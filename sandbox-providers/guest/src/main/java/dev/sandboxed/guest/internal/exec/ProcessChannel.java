package dev.sandboxed.guest.internal.exec;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.process.internal.output.OutputReader;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The streams of a process inside that are those of a process of the host: of a runtime's client, which passes them on. For
 * provider authors.
 *
 * <p>Closing it leaves the process alone, and what that writes is read and forgotten.
 */
public final class ProcessChannel implements GuestChannel {

    private final Process process;
    private final OutputReader outputs;

    /**
     * Takes over the streams of a process, all three of them pipes.
     *
     * @param seen told of each piece of output as soon as it was read, on a thread of its own
     */
    public ProcessChannel(Process process, Consumer<OutputChunk> seen) {
        this.process = process;
        this.outputs = new OutputReader(seen);
        outputs.follow(Source.STDOUT, process.getInputStream(), "sandboxed-stdout-" + process.pid());
        outputs.follow(Source.STDERR, process.getErrorStream(), "sandboxed-stderr-" + process.pid());
    }

    /** What is written goes out at once: whoever waits for it inside does not know of our buffers. */
    @Override
    public OutputStream input() {
        return new FilterOutputStream(process.getOutputStream()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
                out.flush();
            }
        };
    }

    @Override
    public Optional<OutputChunk> read() throws IOException {
        return outputs.next();
    }

    /** Not on the thread of the caller: a pipe that is being written to cannot be closed before that is over. */
    @Override
    public void close() {
        outputs.close();
        DaemonThread.start("sandboxed-close-" + process.pid(), this::closeInput);
    }

    private void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The process is gone.
        }
    }
}
