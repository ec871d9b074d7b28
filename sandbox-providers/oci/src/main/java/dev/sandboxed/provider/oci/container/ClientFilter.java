package dev.sandboxed.provider.oci.container;

import dev.sandboxed.process.seccomp.FilterCode;

/**
 * System calls that the clients of a runtime must do without, and all that comes of them: the processes inside, or the kernel
 * inside and whoever reads and writes the host's files for it. That is why they are not in the description of a container: a
 * runtime knows only the calls that its library has names for, and gVisor takes no filter.
 */
final class ClientFilter {

    private static final int EPERM = 1;
    private static final int ENOSYS = 38;

    /** Makes a file that runs with the rights of its user or of its group, whoever starts it. */
    private static final int SET_ID = 06000;

    /** The flags that ask for a new file; the second is for one that has no name yet. */
    private static final int CREATE = 0100 | 020_000_000;

    /** From here on come the calls of the first kind again, for programs with short pointers. */
    private static final int FIRST_X32 = 0x4000_0000;

    private ClientFilter() {}

    /** Leave out {@code membarrier}. */
    static byte[] withoutMembarrier() {
        FilterCode all = new FilterCode().loadProcessor();
        for (CallNumbers numbers : CallNumbers.values()) {
            all.ifEqual(
                    numbers.auditNumber,
                    absent(new FilterCode().loadNumber(), numbers.membarrier).allow());
        }
        return all.allow().bytes();
    }

    /**
     * Refuse files that run with the rights of their user or group; and everything to programs that we know no numbers for.
     *
     * @param membarrier whether {@code membarrier} stays
     */
    static byte[] withoutSetId(boolean membarrier) {
        FilterCode all = new FilterCode().loadProcessor();
        for (CallNumbers numbers : CallNumbers.values()) {
            FilterCode calls = new FilterCode().loadNumber();
            if (numbers == CallNumbers.X86_64) {
                calls.ifAtLeast(FIRST_X32, new FilterCode().fail(ENOSYS));
            }
            if (!membarrier) {
                absent(calls, numbers.membarrier);
            }
            // Its mode lies in memory where no filter sees it; programs then take the older one.
            absent(calls, CallNumbers.OPENAT2);
            when(calls, numbers.chmod, refuseMode(1));
            when(calls, numbers.fchmod, refuseMode(1));
            when(calls, numbers.fchmodat, refuseMode(2));
            when(calls, CallNumbers.FCHMODAT2, refuseMode(2));
            when(calls, numbers.creat, refuseMode(1));
            when(calls, numbers.mknod, refuseMode(1));
            when(calls, numbers.mknodat, refuseMode(2));
            when(calls, numbers.open, refuseNewFile(1));
            when(calls, numbers.openat, refuseNewFile(2));
            all.ifEqual(numbers.auditNumber, calls.allow());
        }
        return all.kill().bytes();
    }

    private static FilterCode absent(FilterCode calls, int number) {
        return calls.ifEqual(number, new FilterCode().fail(ENOSYS));
    }

    private static void when(FilterCode calls, int number, FilterCode then) {
        if (number != CallNumbers.NONE) {
            calls.ifEqual(number, then);
        }
    }

    private static FilterCode refuseMode(int argument) {
        return new FilterCode()
                .loadArgument(argument)
                .ifAnyBit(SET_ID, new FilterCode().fail(EPERM))
                .allow();
    }

    /** The mode follows the flags, and means something only where these ask for a new file. */
    private static FilterCode refuseNewFile(int flags) {
        return new FilterCode()
                .loadArgument(flags)
                .ifAnyBit(CREATE, refuseMode(flags + 1))
                .allow();
    }
}
