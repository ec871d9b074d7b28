package dev.sandboxed.provider.kubernetes.internal;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.linux.internal.host.GvisorKernel;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How strongly a runtime class is said to isolate, by its name or a setting, neither of which says what it is.
 *
 * @param runtimeClass its name; null for the cluster's usual one
 * @param claimed how strongly it is said to
 */
record ClassIsolation(@Nullable String runtimeClass, Isolation claimed) {

    /**
     * Looks whether what runs inside can be that. That a kernel is the one of a machine of its own cannot be seen from inside.
     *
     * @param kernel what the kernel inside says of itself
     * @param fault begins the description of what went wrong in the sandbox
     * @throws SandboxStartException if it cannot
     */
    void verify(String kernel, Function<String, Fault> fault) {
        boolean gvisor = GvisorKernel.says(kernel);
        if (claimed == Isolation.USERSPACE_KERNEL && !gvisor) {
            throw new SandboxStartException(fault.apply("The runtime class '" + runtimeClass
                            + "' should bring a kernel of its own, and what runs there is: " + kernel.strip())
                    .remedy("name a class whose handler is gVisor's, or say what it gives:"
                            + " sandbox.kubernetes.isolation=container"));
        }
        if (claimed == Isolation.MICROVM && gvisor) {
            throw new SandboxStartException(fault.apply("The runtime class '" + runtimeClass
                            + "' should boot a machine, and what runs there is gVisor: " + kernel.strip())
                    .remedy("name a class whose handler is Kata's, or say what it gives:"
                            + " sandbox.kubernetes.isolation=userspace-kernel"));
        }
    }
}
