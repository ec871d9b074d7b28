package dev.sandboxed.process.internal.posix;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.libc.LibC;
import dev.sandboxed.linux.internal.libc.PosixException;

/** A pipe: what is written to one end is read from the other. Both ends are descriptors of this process. */
final class Pipe {

    private static final String CALL = HostPlatform.current() == HostPlatform.LINUX ? "pipe2" : "pipe";

    private int readEnd;
    private int writeEnd;

    private Pipe(int readEnd, int writeEnd) {
        this.readEnd = readEnd;
        this.writeEnd = writeEnd;
    }

    static Pipe open() throws PosixException {
        Function pipe = LibC.optional(CALL);
        try (Memory ends = new Memory(8)) {
            if (pipe == null || pipe.invokeInt(new Object[] {ends, LibC.O_CLOEXEC}) != 0) {
                throw new PosixException(CALL, Native.getLastError());
            }
            return new Pipe(ends.getInt(0), ends.getInt(4));
        }
    }

    int readEnd() {
        return readEnd;
    }

    int writeEnd() {
        return writeEnd;
    }

    void closeReadEnd() {
        if (readEnd >= 0) {
            LibC.close(readEnd);
            readEnd = -1;
        }
    }

    void closeWriteEnd() {
        if (writeEnd >= 0) {
            LibC.close(writeEnd);
            writeEnd = -1;
        }
    }

    void close() {
        closeReadEnd();
        closeWriteEnd();
    }
}
