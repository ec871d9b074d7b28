package dev.sandboxed.process.internal.posix;

import dev.sandboxed.linux.internal.libc.PosixException;

/**
 * The three pipes between us and a child.
 *
 * @param in the child reads
 * @param out the child writes
 * @param err the child writes
 */
record StandardPipes(Pipe in, Pipe out, Pipe err) {

    static StandardPipes open() throws PosixException {
        Pipe in = Pipe.open();
        try {
            Pipe out = Pipe.open();
            try {
                return new StandardPipes(in, out, Pipe.open());
            } catch (PosixException e) {
                out.close();
                throw e;
            }
        } catch (PosixException e) {
            in.close();
            throw e;
        }
    }

    void closeChildEnds() {
        in.closeReadEnd();
        out.closeWriteEnd();
        err.closeWriteEnd();
    }

    void close() {
        in.close();
        out.close();
        err.close();
    }
}
