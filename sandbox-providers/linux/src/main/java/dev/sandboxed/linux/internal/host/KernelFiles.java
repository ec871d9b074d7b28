package dev.sandboxed.linux.internal.host;

import dev.sandboxed.linux.internal.host.KernelFile.Access;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The one list of what is kept from sandboxes that share the host's kernel, for every provider that has such.
 *
 * <p>A process that is root inside has no privileges, but many of these files ask only whether it is root's number that wants
 * to open them. What any user of a host may read, tells nothing of others, and programs ask for (memory, processors, load) is
 * not in the list. Providers leave out what a host does not have.
 */
public final class KernelFiles {

    /** Where the kernel tells of processes and of itself. */
    public static final String PROCESSES = "/proc";

    private static final String HARDWARE = "tells of the host's hardware, and some of it can be switched there";
    private static final String PAGES = "tells what lies in which page of the host's memory, for root only";
    private static final String ALLOCATIONS =
            "tells where the kernel puts what, for root only: half of an attack on it";
    private static final String ADDRESSES = "tells addresses in the kernel's memory";
    private static final String OTHERS = "tells what processes outside do, and when";
    private static final String KEYS = "tells of keys of whoever has the same user number outside";
    private static final String DEBUGGING = "is for those who debug the kernel, and changes how it runs";

    private static final List<KernelFile> ALL = List.of(
            hidden("/proc/acpi", HARDWARE),
            hidden("/proc/allocinfo", ALLOCATIONS),
            hidden("/proc/asound", HARDWARE),
            hidden("/proc/dynamic_debug", DEBUGGING),
            hidden("/proc/interrupts", "tells when keys are pressed and packets arrive outside"),
            hidden("/proc/iomem", ADDRESSES),
            hidden("/proc/ioports", ADDRESSES),
            hidden("/proc/kallsyms", ADDRESSES),
            hidden("/proc/kcore", "is the host's memory"),
            hidden("/proc/key-users", KEYS),
            hidden("/proc/keys", KEYS),
            hidden("/proc/kmsg", "is the host's log"),
            hidden("/proc/kpagecgroup", PAGES),
            hidden("/proc/kpagecount", PAGES),
            hidden("/proc/kpageflags", PAGES),
            hidden("/proc/latency_stats", OTHERS),
            hidden("/proc/lock_stat", DEBUGGING),
            hidden("/proc/pagetypeinfo", ALLOCATIONS),
            hidden("/proc/profile", DEBUGGING),
            hidden("/proc/sched_debug", OTHERS),
            hidden("/proc/scsi", HARDWARE),
            hidden("/proc/slabinfo", ALLOCATIONS),
            hidden("/proc/timer_list", OTHERS + ", and addresses"),
            hidden("/proc/timer_stats", OTHERS),
            hidden("/proc/vmallocinfo", ALLOCATIONS),
            hidden("/proc/vmcore", "is the memory of a host that has crashed"),
            hidden("/sys/devices/virtual/dmi", "tells the serial numbers of the host, for root only"),
            hidden("/sys/devices/virtual/powercap", "tells how much power others use, and so what they compute"),
            hidden("/sys/firmware", "has tables and variables of the host's firmware, some for root only"),
            hidden("/sys/kernel/boot_params", "tells what the host was started with, for root only"),
            hidden("/sys/kernel/debug", DEBUGGING),
            hidden("/sys/kernel/mm/damon", "tells which memory is used outside, for root only"),
            hidden("/sys/kernel/notes", ADDRESSES),
            hidden("/sys/kernel/slab", ALLOCATIONS),
            hidden("/sys/kernel/tracing", DEBUGGING),
            hidden("/sys/kernel/vmcoreinfo", ADDRESSES),
            readOnly("/proc/bus", "sets up devices of the host"),
            readOnly("/proc/fs", "sets up file systems of the host"),
            readOnly("/proc/irq", "says which processor of the host serves which device"),
            readOnly("/proc/mtrr", "says how the host's memory is cached"),
            readOnly("/proc/sys", "holds the kernel's settings, which are the whole host's for the most part"),
            readOnly("/proc/sysrq-trigger", "restarts the host, or halts it"));

    private KernelFiles() {}

    /** Returns them all, each with its reason. */
    public static List<KernelFile> all() {
        return ALL;
    }

    /** Returns the paths of files and folders that must be empty inside. */
    public static List<String> hidden() {
        return paths(Access.HIDDEN);
    }

    /**
     * Returns {@link #hidden} and how hot each processor is, which tells what others compute: for engines that hide that by
     * themselves unless they are told what to hide.
     *
     * @param processors how many the host has
     */
    public static List<String> hiddenWithHeat(int processors) {
        return Stream.concat(
                        hidden().stream(),
                        IntStream.range(0, processors)
                                .mapToObj(number -> "/sys/devices/system/cpu/cpu" + number + "/thermal_throttle"))
                .toList();
    }

    /** Returns the paths of files and folders that nobody inside may write to. */
    public static List<String> readOnly() {
        return paths(Access.READ_ONLY);
    }

    private static List<String> paths(Access access) {
        return ALL.stream()
                .filter(file -> file.access() == access)
                .map(KernelFile::path)
                .toList();
    }

    private static KernelFile hidden(String path, String reason) {
        return new KernelFile(path, Access.HIDDEN, reason);
    }

    private static KernelFile readOnly(String path, String reason) {
        return new KernelFile(path, Access.READ_ONLY, reason);
    }
}
