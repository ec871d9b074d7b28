package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.api.Sandbox;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** What the kernel inside a sandbox tells about its ways out, as far as it tells anything. */
public final class GuestRoutes {

    private static final String NOWHERE = "00000000";
    private static final int UP = 1;
    private static final int REJECT = 0x200;

    private GuestRoutes() {}

    /** Returns the ways out: the default routes through anything but loopback. */
    public static List<String> out(Sandbox sandbox) {
        Stream<String> four = read(sandbox, "/proc/net/route")
                .map(line -> line.split("\\s+"))
                .filter(field -> field.length > 7 && field[1].equals(NOWHERE) && field[7].equals(NOWHERE))
                .filter(field -> leads(field[3]))
                .map(field -> field[0] + " (IPv4)");
        Stream<String> six = read(sandbox, "/proc/net/ipv6_route")
                .map(line -> line.split("\\s+"))
                .filter(field -> field.length > 9 && field[0].equals(NOWHERE.repeat(4)) && field[1].equals("00"))
                .filter(field -> leads(field[8]))
                .map(field -> field[9] + " (IPv6)");
        return Stream.concat(four, six).filter(way -> !way.startsWith("lo ")).toList();
    }

    /** Returns the addresses that the default routes lead to first. */
    public static List<String> gateways(Sandbox sandbox) {
        return read(sandbox, "/proc/net/route")
                .map(line -> line.split("\\s+"))
                .filter(field -> field.length > 7 && field[1].equals(NOWHERE) && !field[2].equals(NOWHERE))
                .map(field -> address(field[2]))
                .distinct()
                .toList();
    }

    /** Returns an address that the kernel of a little-endian machine wrote as a number. */
    private static String address(String digits) {
        byte[] parts = HexFormat.of().parseHex(digits);
        return (parts[3] & 0xff) + "." + (parts[2] & 0xff) + "." + (parts[1] & 0xff) + "." + (parts[0] & 0xff);
    }

    /** Returns whether loopback is known to be down. */
    public static boolean loopbackIsDown(Sandbox sandbox) {
        return read(sandbox, "/sys/class/net/lo/flags").anyMatch(flags -> (Integer.decode(flags.strip()) & UP) == 0);
    }

    private static boolean leads(String flags) {
        return (Long.parseLong(flags, 16) & REJECT) == 0;
    }

    private static Stream<String> read(Sandbox sandbox, String file) {
        return sandbox.shell("cat " + file + " 2>/dev/null").stdout().lines();
    }
}
