package dev.sandboxed.provider.oci.container;

import dev.sandboxed.process.posix.FilteredThread;
import dev.sandboxed.process.posix.HostPlatform;
import dev.sandboxed.process.seccomp.FilterCode;
import dev.sandboxed.process.seccomp.Processor;
import dev.sandboxed.provider.oci.bundle.Kind;
import java.io.IOException;

/**
 * Starts clients of a runtime.
 *
 * <p>The first thing that gVisor does, each time one of its programs begins, is to ask the kernel for {@code membarrier}, and
 * the kernel answers only when every processor has taken notice. A container begins with several such programs, one after the
 * other. On a system without that call none of them waits.
 */
final class ClientStart {

    private static final int ENOSYS = 38;
    private static final byte[] WITHOUT_MEMBARRIER = new FilterCode()
            .loadProcessor()
            .ifEqual(Processor.X86_64.auditNumber(), without(324))
            .ifEqual(Processor.AARCH64.auditNumber(), without(283))
            .allow()
            .bytes();

    private ClientStart() {}

    /**
     * Start one.
     *
     * @param start starts it, on whatever thread it is called
     * @throws IOException if that fails
     */
    static <T> T of(Kind kind, FilteredThread.Work<T> start) throws IOException {
        // Only root has a filter without giving up anything for it.
        return !kind.sharesKernel() && HostPlatform.isRoot()
                ? FilteredThread.call(WITHOUT_MEMBARRIER, start)
                : start.run();
    }

    private static FilterCode without(int number) {
        return new FilterCode()
                .loadNumber()
                .ifEqual(number, new FilterCode().fail(ENOSYS))
                .allow();
    }
}
