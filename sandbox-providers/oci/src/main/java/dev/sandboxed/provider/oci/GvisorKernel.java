package dev.sandboxed.provider.oci;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.provider.oci.bundle.Kind;

/** Knows gVisor's kernel by what it says of itself. */
final class GvisorKernel {

    /** It says "4.4.0" in older versions and "4.19.0-gvisor" in newer ones, and always that it was built on this day. */
    private static final String DAY = "#1 SMP Sun Jan 10 15:06:54 PST 2016";

    private static final String NAME = "-gvisor";

    private GvisorKernel() {}

    /**
     * Refuse any other.
     *
     * @param version the text of {@code /proc/version} inside
     * @throws SandboxStartException if it is another kernel's
     */
    static void require(String version) {
        if (!version.contains(DAY) && !version.contains(NAME)) {
            throw new SandboxStartException(Fault.of("The kernel inside is not gVisor's, it says '" + version + "'")
                    .provider(Kind.GVISOR.provider())
                    .remedy("look at what the setting 'program' or the path names: it runs something else"));
        }
    }
}
