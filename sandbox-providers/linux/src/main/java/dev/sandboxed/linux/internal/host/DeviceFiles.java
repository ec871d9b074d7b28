package dev.sandboxed.linux.internal.host;

import java.util.List;
import java.util.Map;

/** What programs expect below {@code /dev}, for sandboxes whose runtime does not put it there. */
public final class DeviceFiles {

    /** The names of the devices that give nothing away and change nothing, whoever has them. */
    public static final List<String> HARMLESS = List.of("null", "zero", "full", "random", "urandom", "tty");

    /** The names of links to files that a process has open, and where they lead. */
    public static final Map<String, String> LINKS = Map.of(
            "fd", "/proc/self/fd",
            "stdin", "/proc/self/fd/0",
            "stdout", "/proc/self/fd/1",
            "stderr", "/proc/self/fd/2");

    private DeviceFiles() {}
}
