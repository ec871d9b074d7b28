package dev.sandboxed.provider.oci.container;

import dev.sandboxed.linux.libc.HostPlatform;
import dev.sandboxed.linux.seccomp.FilterProgram;
import dev.sandboxed.linux.seccomp.FilteredThread;
import dev.sandboxed.provider.oci.bundle.Kind;
import java.io.IOException;

/**
 * Starts clients of a runtime, with those system calls only that they may make.
 *
 * <p>The first thing that gVisor does, each time one of its programs begins, is to ask the kernel for {@code membarrier}, and
 * the kernel answers only when every processor has taken notice. A container begins with several such programs, one after the
 * other. On a system without that call none of them waits.
 *
 * <p>Where a container shares folders with the host, nobody in it may make a file there that runs with the rights of its
 * owner: that is root, and outside it is the host's. This holds also for one that may only read the folders, since another one
 * could hand it an open file.
 */
final class ClientStart {

    private static final byte[] WITHOUT_MEMBARRIER = FilterProgram.withoutMembarrier();
    private static final byte[] WITHOUT_SET_ID = FilterProgram.withoutSetIds(true);
    private static final byte[] WITHOUT_BOTH = FilterProgram.withoutSetIds(false);

    private ClientStart() {}

    /**
     * Start one.
     *
     * @param sharing whether the container shares folders with the host
     * @param start starts it, on whatever thread it is called
     * @throws IOException if that fails, or nobody could be kept from making such files
     */
    static <T> T of(Kind kind, boolean sharing, FilteredThread.Work<T> start) throws IOException {
        if (sharing) {
            return FilteredThread.callFiltered(kind.sharesKernel() ? WITHOUT_SET_ID : WITHOUT_BOTH, start);
        }
        // Only root has a filter without giving up anything for it.
        return !kind.sharesKernel() && HostPlatform.isRoot()
                ? FilteredThread.call(WITHOUT_MEMBARRIER, start)
                : start.run();
    }
}
