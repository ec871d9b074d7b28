package dev.sandboxed.linux.internal.libc;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The C library, as far as several need it. Names and arguments are those of POSIX. */
public final class LibC {

    /** The error of a call that a signal has interrupted. */
    public static final int EINTR = 4;

    /** Has a descriptor closed in programs that are started. */
    public static final int O_CLOEXEC = 02000000;

    private static final NativeLibrary LIBRARY = library();

    static {
        bind(LibC.class);
    }

    private LibC() {}

    /** The library asks a program where others are, waits for it, and would forget that this thread was interrupted. */
    private static NativeLibrary library() {
        boolean interrupted = Thread.interrupted();
        try {
            return NativeLibrary.getInstance(Platform.C_LIBRARY_NAME);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Binds the native methods of a class to the functions of the same names. */
    public static void bind(Class<?> caller) {
        Native.register(caller, LIBRARY);
    }

    /** Reads from a descriptor; negative if that fails. */
    public static native long read(int fd, ByteBuffer buffer, long count);

    /** Closes a descriptor. */
    public static native int close(int fd);

    /** Sends a signal to a process or a group. */
    public static native int kill(int pid, int signal);

    static native int geteuid();

    /** Asks for a figure of the system. */
    public static native long sysconf(int name);

    /** Finds a function that not every C library has. */
    public static @Nullable Function optional(String name) {
        try {
            return LIBRARY.getFunction(name);
        } catch (UnsatisfiedLinkError absent) {
            return null;
        }
    }
}
