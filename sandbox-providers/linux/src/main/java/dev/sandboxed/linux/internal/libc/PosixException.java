package dev.sandboxed.linux.internal.libc;

import java.io.IOException;

/** Thrown when a call of the C library fails; holds the number of the error. */
public final class PosixException extends IOException {

    private static final long serialVersionUID = 1L;

    /** The list of arguments and variables is too long. */
    public static final int E2BIG = 7;
    /** No more processes can be made. */
    public static final int EAGAIN = 11;
    /** The call makes no sense for what was named: unmounting what is no mount, for example. */
    public static final int EINVAL = 22;
    /** There is no such file. */
    public static final int ENOENT = 2;
    /** The file is not a program. */
    public static final int ENOEXEC = 8;
    /** A part of the path is not a directory. */
    public static final int ENOTDIR = 20;
    /** The file is open for writing somewhere. */
    public static final int ETXTBSY = 26;
    /** It is forbidden. */
    public static final int EACCES = 13;

    private final int error;

    public PosixException(String call, int error) {
        super(call + " failed with error " + error);
        this.error = error;
    }

    /** Returns the number that the C library calls {@code errno}. */
    public int error() {
        return error;
    }
}
