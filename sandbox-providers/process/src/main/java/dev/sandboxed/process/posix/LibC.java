package dev.sandboxed.process.posix;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The C library, as far as we need it. Names and arguments are those of POSIX. */
final class LibC {

    static final int EINTR = 4;
    static final int O_CLOEXEC = 02000000;
    static final int WNOHANG = 1;
    static final short POLLIN = 1;
    static final short POLLOUT = 4;

    private static final int PIDFD_OPEN = 434;
    private static final int F_SETFD = 2;
    private static final int FD_CLOEXEC = 1;
    private static final NativeLibrary LIBRARY = library();

    static {
        Native.register(LibC.class, LIBRARY);
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

    static native long read(int fd, ByteBuffer buffer, long count);

    static native long write(int fd, ByteBuffer buffer, long count);

    static native int close(int fd);

    static native int poll(ByteBuffer descriptors, long count, int timeoutMillis);

    static native int kill(int pid, int signal);

    static native int wait4(int pid, Pointer status, int options, Pointer usage);

    static native long sysconf(int name);

    static native int geteuid();

    static native int posix_spawn(
            Pointer pid, Pointer path, Pointer actions, Pointer attributes, Pointer argv, Pointer environment);

    static native int posix_spawn_file_actions_init(Pointer actions);

    static native int posix_spawn_file_actions_destroy(Pointer actions);

    static native int posix_spawn_file_actions_adddup2(Pointer actions, int fd, int newFd);

    static native int posix_spawnattr_init(Pointer attributes);

    static native int posix_spawnattr_destroy(Pointer attributes);

    static native int posix_spawnattr_setflags(Pointer attributes, short flags);

    static native int posix_spawnattr_setsigmask(Pointer attributes, Pointer set);

    static native int posix_spawnattr_setsigdefault(Pointer attributes, Pointer set);

    static native int sigemptyset(Pointer set);

    static native int sigfillset(Pointer set);

    /** Find a function that not every C library has. */
    static @Nullable Function optional(String name) {
        try {
            return LIBRARY.getFunction(name);
        } catch (UnsatisfiedLinkError absent) {
            return null;
        }
    }

    /** Open a descriptor that becomes readable when the process ends; negative where the kernel has none. */
    static int pidfdOpen(int pid) {
        Function syscall = HostPlatform.current() == HostPlatform.LINUX ? optional("syscall") : null;
        return syscall == null ? -1 : (int) syscall.invokeLong(new Object[] {(long) PIDFD_OPEN, (long) pid, 0L});
    }

    static void closeOnExec(int fd) {
        Function fcntl = optional("fcntl");
        if (fcntl != null) {
            fcntl.invokeInt(new Object[] {fd, F_SETFD, FD_CLOEXEC});
        }
    }
}
