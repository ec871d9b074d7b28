package dev.sandboxed.process.internal.posix;

import dev.sandboxed.linux.internal.libc.LibC;
import dev.sandboxed.linux.internal.libc.PosixException;
import java.nio.ByteBuffer;

/** Ends a wait in {@link ChildIo} from another thread. */
public final class Wakeup implements AutoCloseable {

    private final Pipe pipe;
    private boolean pending;
    private boolean closed;

    public Wakeup() throws PosixException {
        this.pipe = Pipe.open();
    }

    int descriptor() {
        return pipe.readEnd();
    }

    /** Wakes whoever waits, now or next. */
    public synchronized void wake() {
        if (pending || closed) {
            return;
        }
        pending = true;
        ByteBuffer one = IoBuffers.take();
        SpawnCalls.write(pipe.writeEnd(), one, 1);
        IoBuffers.giveBack(one);
    }

    /** Takes note that somebody woke us. */
    synchronized void acknowledge() {
        if (pending) {
            ByteBuffer one = IoBuffers.take();
            LibC.read(pipe.readEnd(), one, 1);
            IoBuffers.giveBack(one);
            pending = false;
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            pipe.close();
        }
    }
}
