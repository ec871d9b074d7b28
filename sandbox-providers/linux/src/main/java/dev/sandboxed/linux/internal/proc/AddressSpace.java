package dev.sandboxed.linux.internal.proc;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import java.util.ArrayList;
import java.util.List;

/**
 * A limit of address space that a shell inside sets, for itself and for all that it becomes and starts. Runtimes cannot set it:
 * they would be limited before they become the first process, and need much more than that.
 */
public final class AddressSpace {

    /** What starts commands has the limit too: bash takes 40 MiB for a command of 2 MB, the longest there is, others less. */
    private static final DataSize LEAST = DataSize.ofMebibytes(64);

    private AddressSpace() {}

    /**
     * Makes sure that what starts commands can live with a limit.
     *
     * @throws SandboxStartException if it cannot
     */
    public static void require(Limits limits) {
        limits.addressSpace().filter(size -> size.bytes() < LEAST.bytes()).ifPresent(size -> {
            throw new SandboxStartException(
                    Fault.of("An address space of " + size + " is too small for the shell that starts commands inside")
                            .remedy("allow at least " + LEAST));
        });
    }

    /** Returns the beginning of a line of shell whose rest has the limit, or is never reached; empty where there is none. */
    public static String before(Limits limits) {
        return limits.addressSpace()
                .map(size -> "ulimit -v " + size.bytes() / 1024 + " || exit; ")
                .orElse("");
    }

    /** Returns a command line that has the limit; the one that was given where there is none. */
    public static List<String> limited(List<String> argv, Limits limits) {
        if (limits.addressSpace().isEmpty()) {
            return argv;
        }
        List<String> all = new ArrayList<>(List.of("/bin/sh", "-c", before(limits) + "exec \"$@\"", "sandboxed"));
        all.addAll(argv);
        return all;
    }
}
