package dev.sandboxed.provider.oci.bundle;

import java.util.List;
import java.util.Map;

/**
 * The system calls that nothing inside may make: those that reach beyond the container, change the host, or have been the
 * way into the kernel too often. They fail as if root had no right to them. Names that a host's library does not know are
 * left out by the runtime.
 */
final class SeccompProfile {

    private static final int EPERM = 1;
    private static final int ENOSYS = 38;

    private static final List<String> ARCHITECTURES =
            List.of("SCMP_ARCH_X86_64", "SCMP_ARCH_X86", "SCMP_ARCH_X32", "SCMP_ARCH_AARCH64", "SCMP_ARCH_ARM");

    private static final List<String> FORBIDDEN = List.of(
            // Other file systems, and files by another way than their path.
            "mount",
            "umount",
            "umount2",
            "pivot_root",
            "move_mount",
            "open_tree",
            "fsopen",
            "fsconfig",
            "fsmount",
            "fspick",
            "mount_setattr",
            "open_by_handle_at",
            "name_to_handle_at",
            "quotactl",
            "quotactl_fd",
            "swapon",
            "swapoff",
            // Other namespaces.
            "setns",
            "unshare",
            // The kernel itself.
            "init_module",
            "finit_module",
            "delete_module",
            "create_module",
            "query_module",
            "get_kernel_syms",
            "kexec_load",
            "kexec_file_load",
            "bpf",
            "perf_event_open",
            "userfaultfd",
            "io_uring_setup",
            "io_uring_enter",
            "io_uring_register",
            "lookup_dcookie",
            "syslog",
            "acct",
            "_sysctl",
            "nfsservctl",
            "uselib",
            "ustat",
            "sysfs",
            "fanotify_init",
            // The machine.
            "reboot",
            "iopl",
            "ioperm",
            "settimeofday",
            "stime",
            "clock_settime",
            "clock_settime64",
            "clock_adjtime",
            "clock_adjtime64",
            "adjtimex",
            "vhangup",
            "vm86",
            "vm86old",
            // Memory and keys of others.
            "process_vm_readv",
            "process_vm_writev",
            "process_madvise",
            "kcmp",
            "pidfd_getfd",
            "move_pages",
            "migrate_pages",
            "add_key",
            "keyctl",
            "request_key");

    private static final long TERMINAL_INPUT = 0x5412;
    private static final long CONSOLE_SELECTION = 0x541C;
    private static final long IOCTL_BITS = 0xFFFFFFFFL;
    private static final int VSOCK = 40;

    private SeccompProfile() {}

    static Map<String, Object> written() {
        return Map.of(
                "defaultAction",
                "SCMP_ACT_ALLOW",
                "architectures",
                ARCHITECTURES,
                "syscalls",
                List.of(
                        deny(FORBIDDEN, EPERM, List.of()),
                        // Its flags lie in memory where no filter sees them; libraries then fall back to clone.
                        deny(List.of("clone3"), ENOSYS, List.of()),
                        namespace(0x00000080L),
                        namespace(0x00020000L),
                        namespace(0x02000000L),
                        namespace(0x04000000L),
                        namespace(0x08000000L),
                        namespace(0x10000000L),
                        namespace(0x20000000L),
                        namespace(0x40000000L),
                        ioctl(TERMINAL_INPUT),
                        ioctl(CONSOLE_SELECTION),
                        deny(
                                List.of("socket"),
                                EPERM,
                                List.of(Map.of("index", 0, "value", VSOCK, "op", "SCMP_CMP_EQ")))));
    }

    private static Map<String, Object> namespace(long flag) {
        return deny(
                List.of("clone"),
                EPERM,
                List.of(Map.of("index", 0, "value", flag, "valueTwo", flag, "op", "SCMP_CMP_MASKED_EQ")));
    }

    private static Map<String, Object> ioctl(long request) {
        return deny(
                List.of("ioctl"),
                EPERM,
                List.of(Map.of("index", 1, "value", IOCTL_BITS, "valueTwo", request, "op", "SCMP_CMP_MASKED_EQ")));
    }

    private static Map<String, Object> deny(List<String> names, int error, List<Map<String, Object>> arguments) {
        return Map.of("names", names, "action", "SCMP_ACT_ERRNO", "errnoRet", error, "args", arguments);
    }
}
