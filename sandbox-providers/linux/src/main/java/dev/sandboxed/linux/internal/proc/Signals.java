package dev.sandboxed.linux.internal.proc;

import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.libc.LibC;

/** Signals to processes that are not our children, and the units in which the system counts what they use. */
public final class Signals {

    private static final int SC_CLK_TCK = 2;
    private static final int SC_PAGESIZE = 30;

    private Signals() {}

    /** Sends a signal to a process; one that is gone, or not ours, is left alone. */
    public static void send(int pid, Signal signal) {
        LibC.kill(pid, HostPlatform.current().signalNumber(signal.number()));
    }

    /** Returns how many units of processor time in {@code /proc} make a second. */
    public static long ticksPerSecond() {
        return LibC.sysconf(SC_CLK_TCK);
    }

    /** Returns how many bytes a page of memory in {@code /proc} has. */
    public static long pageSize() {
        return LibC.sysconf(SC_PAGESIZE);
    }
}
