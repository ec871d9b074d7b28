package dev.sandboxed.linux.internal.seccomp;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import dev.sandboxed.api.internal.thread.OwnThread;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.libc.LibC;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A thread whose system calls go through a filter. Programs that are started on it inherit the filter for good, and so do
 * threads that are made on it; all other threads of this process are without.
 */
public final class FilteredThread {

    private static final Logger LOG = System.getLogger(FilteredThread.class.getName());

    private static final String NAME = "sandboxed-filtered";
    private static final int PR_SET_SECCOMP = 22;
    private static final int PR_SET_NO_NEW_PRIVS = 38;
    private static final long SECCOMP_MODE_FILTER = 2;
    private static final int INSTRUCTION = 8;
    /** A count of 16 bits, and after the gap that makes the address even, the address. */
    private static final int DESCRIPTION = 2 * 8;

    private FilteredThread() {}

    /** What is done on such a thread. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException;
    }

    /**
     * Does something on such a thread and waits for it, interrupted or not. Only root can have a filter without more ado: where
     * the kernel refuses one, the work is done without.
     *
     * @param filter the instructions, as the kernel reads them
     * @param work what shall be done, best no more than to start a program
     * @return what came out of the work
     * @throws IOException if the work throws it
     */
    public static <T> T call(byte[] filter, Work<T> work) throws IOException {
        return OwnThread.call(NAME, () -> {
            install(filter).ifPresent(why -> LOG.log(Level.DEBUG, why));
            return work.run();
        });
    }

    /**
     * Does something on such a thread, or not at all. Programs that are started by anybody but root gain no rights any more,
     * since the kernel wants that for a filter.
     *
     * @param filter the instructions, as the kernel reads them
     * @param work what shall be done, best no more than to start a program
     * @return what came out of the work
     * @throws IOException if the kernel takes no filter, or the work throws it
     */
    public static <T> T callFiltered(byte[] filter, Work<T> work) throws IOException {
        return OwnThread.call(NAME, () -> {
            if (!HostPlatform.isRoot()) {
                gainNothing();
            }
            Optional<String> refused = install(filter);
            if (refused.isPresent()) {
                throw new IOException(refused.get());
            }
            return work.run();
        });
    }

    private static @Nullable Function prctl() {
        return HostPlatform.current() == HostPlatform.LINUX ? LibC.optional("prctl") : null;
    }

    /** It holds for this thread and for what is started on it. */
    private static void gainNothing() {
        Function prctl = prctl();
        if (prctl != null) {
            prctl.invokeInt(new Object[] {PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L});
        }
    }

    /** Returns the reason if there is no filter now. */
    private static Optional<String> install(byte[] filter) {
        Function prctl = prctl();
        if (prctl == null) {
            return Optional.of("This system has no filters of system calls");
        }
        try (Memory instructions = new Memory(filter.length);
                Memory description = new Memory(DESCRIPTION)) {
            instructions.write(0, filter, 0, filter.length);
            description.clear();
            description.setShort(0, (short) (filter.length / INSTRUCTION));
            description.setPointer(DESCRIPTION / 2, instructions);
            int answer = prctl.invokeInt(new Object[] {PR_SET_SECCOMP, SECCOMP_MODE_FILTER, description, 0L, 0L});
            return answer == 0
                    ? Optional.empty()
                    : Optional.of("The kernel takes no filter of system calls, error " + Native.getLastError());
        }
    }
}
