package dev.sandboxed.process.internal.posix;

import com.sun.jna.Function;
import com.sun.jna.Pointer;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.libc.LibC;
import java.nio.ByteBuffer;

/** What of the C library starts processes, waits for them and for their pipes. */
final class SpawnCalls {

    static final int WNOHANG = 1;
    static final short POLLIN = 1;
    static final short POLLOUT = 4;

    private static final int PIDFD_OPEN = 434;
    private static final int F_SETFD = 2;
    private static final int FD_CLOEXEC = 1;

    static {
        LibC.bind(SpawnCalls.class);
    }

    private SpawnCalls() {}

    static native long write(int fd, ByteBuffer buffer, long count);

    static native int poll(ByteBuffer descriptors, long count, int timeoutMillis);

    static native int wait4(int pid, Pointer status, int options, Pointer usage);

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

    /** Opens a descriptor that becomes readable when the process ends; negative where the kernel has none. */
    static int pidfdOpen(int pid) {
        Function syscall = HostPlatform.current() == HostPlatform.LINUX ? LibC.optional("syscall") : null;
        return syscall == null ? -1 : (int) syscall.invokeLong(new Object[] {(long) PIDFD_OPEN, (long) pid, 0L});
    }

    static void closeOnExec(int fd) {
        Function fcntl = LibC.optional("fcntl");
        if (fcntl != null) {
            fcntl.invokeInt(new Object[] {fd, F_SETFD, FD_CLOEXEC});
        }
    }
}
