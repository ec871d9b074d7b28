package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.conformance.internal.host.HostFacts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the processes of a sandbox may do to the kernel and the devices that they see. */
public final class GuestPrivileges {

    private static final Pattern EFFECTIVE = Pattern.compile("CapEff:\\s*([0-9a-f]+)");
    private static final Pattern GAINING = Pattern.compile("NoNewPrivs:\\s*0");
    private static final Pattern DISK = Pattern.compile("\\s*\\d+\\s+\\d+\\s+(\\d+)\\s+(\\w+)");

    /** Those that lead out of any namespace, by the number of their bit. */
    private static final Map<Integer, String> DANGEROUS = new TreeMap<>(Map.of(
            2, "CAP_DAC_READ_SEARCH",
            16, "CAP_SYS_MODULE",
            17, "CAP_SYS_RAWIO",
            19, "CAP_SYS_PTRACE",
            21, "CAP_SYS_ADMIN",
            22, "CAP_SYS_BOOT",
            39, "CAP_BPF"));

    private GuestPrivileges() {}

    /** Returns whether the kernel inside tells what a process may do. */
    public static boolean areTold(Sandbox sandbox) {
        return EFFECTIVE.matcher(status(sandbox)).find();
    }

    /** Returns whether a program with the set-user-id bit would give more privileges than there are. */
    public static boolean canBeGained(Sandbox sandbox) {
        return GAINING.matcher(status(sandbox)).find();
    }

    /** Returns the privileges that are dangerous on a kernel that one shares. */
    public static List<String> dangerous(Sandbox sandbox) {
        Matcher effective = EFFECTIVE.matcher(status(sandbox));
        long held = effective.find() ? Long.parseUnsignedLong(effective.group(1), 16) : 0;
        return DANGEROUS.entrySet().stream()
                .filter(each -> (held >>> each.getKey() & 1) == 1)
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Tries to mount something harmless; returns whether that worked. */
    public static boolean mounts(Sandbox sandbox) {
        return sandbox.shell("mkdir -p mounted && mount -t tmpfs tmpfs mounted && umount mounted")
                .succeeded();
    }

    /** Returns the disks of the host, by name and size, whose devices can be read inside. */
    public static List<String> hostDisks(Sandbox sandbox) {
        String script = "cat /proc/partitions 2>/dev/null; exit 0";
        List<String> inside = disks(sandbox.shell(script).stdout()).toList();
        return disks(HostFacts.text(Path.of("/proc/partitions")))
                .filter(inside::contains)
                .filter(disk -> reads(sandbox, disk.substring(0, disk.indexOf(' '))))
                .toList();
    }

    private static boolean reads(Sandbox sandbox, String device) {
        return sandbox.exec("dd", "if=/dev/" + device, "of=/dev/null", "bs=512", "count=1")
                .succeeded();
    }

    private static Stream<String> disks(String partitions) {
        return partitions
                .lines()
                .map(DISK::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(2) + " of " + found.group(1) + " KiB");
    }

    private static String status(Sandbox sandbox) {
        return sandbox.shell("cat /proc/self/status 2>/dev/null; exit 0").stdout();
    }
}
