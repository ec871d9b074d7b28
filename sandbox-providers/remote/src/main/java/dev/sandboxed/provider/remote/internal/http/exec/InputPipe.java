package dev.sandboxed.provider.remote.internal.http.exec;

import dev.sandboxed.process.internal.output.BulkOutputStream;
import dev.sandboxed.provider.remote.internal.http.service.Demand;
import dev.sandboxed.provider.remote.internal.http.service.SandboxLine;
import dev.sandboxed.provider.remote.internal.wire.Answer;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import okhttp3.Call;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/**
 * The end to write to of a command that runs at the service. A piece is sent when it is written, and whoever writes waits until
 * the command has taken it, for as long as the command runs.
 */
public final class InputPipe extends BulkOutputStream {

    private final SandboxLine line;
    private final String command;
    private final ReentrantLock turn = new ReentrantLock();
    private volatile @Nullable Call current;
    private volatile boolean over;
    private boolean closed;

    /**
     * Creates the end of one command.
     *
     * @param command what it is called
     */
    public InputPipe(SandboxLine line, String command) {
        this.line = line;
        this.command = command;
    }

    /**
     * Sends bytes; those for a command that is over are dropped.
     *
     * @throws java.io.InterruptedIOException if the thread is interrupted; nobody knows whether the last piece has arrived
     * @throws IOException if the way to the command breaks, or this was closed
     */
    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int at = offset; at < offset + length; at += CommandInput.PIECE) {
            send(bytes, at, Math.min(CommandInput.PIECE, offset + length - at), false);
        }
    }

    @Override
    public void close() throws IOException {
        send(new byte[0], 0, 0, true);
    }

    private void send(byte[] bytes, int offset, int length, boolean last) throws IOException {
        turn.lock();
        try {
            if (closed && last) {
                return;
            }
            if (closed) {
                throw new IOException("The input of the command was closed");
            }
            closed = last;
            sendNow(RequestBody.create(bytes, Demand.BYTES, offset, length), last);
        } finally {
            turn.unlock();
        }
    }

    private void sendNow(RequestBody piece, boolean last) throws IOException {
        Demand demand = Demand.post("Sending input to a command", line.path("commands", command, "input"))
                .sending(piece);
        Call call = line.service().wire().call(line.service().request(last ? demand.with("end", true) : demand));
        current = call;
        if (over) {
            return;
        }
        try {
            Answer answer = Wire.await(call);
            if (!answer.succeeded() && !over) {
                throw new IOException("The service did not take the input of a command: " + answer.told());
            }
        } catch (IOException e) {
            if (!over || Thread.currentThread().isInterrupted()) {
                throw e;
            }
        } finally {
            current = null;
        }
    }

    /** Takes note that the command is over: nobody waits any more. */
    public void end() {
        over = true;
        Call waiting = current;
        if (waiting != null) {
            waiting.cancel();
        }
    }
}
