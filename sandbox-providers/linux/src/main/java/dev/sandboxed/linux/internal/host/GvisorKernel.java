package dev.sandboxed.linux.internal.host;

/** Recognizes gVisor's kernel by what it says of itself. */
public final class GvisorKernel {

    /** It says "4.4.0" in older versions and "4.19.0-gvisor" in newer ones, and always that it was built on this day. */
    private static final String DAY = "#1 SMP Sun Jan 10 15:06:54 PST 2016";

    private static final String NAME = "-gvisor";

    private GvisorKernel() {}

    /**
     * Returns whether a kernel is gVisor's.
     *
     * @param version the text of its {@code /proc/version}
     */
    public static boolean says(String version) {
        return version.contains(DAY) || version.contains(NAME);
    }
}
