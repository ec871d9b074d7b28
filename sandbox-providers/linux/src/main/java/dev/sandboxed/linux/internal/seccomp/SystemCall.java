package dev.sandboxed.linux.internal.seccomp;

import java.util.Locale;

/**
 * System calls that sandboxes may not use, or not with every argument: the one table for all who filter. What is not named here
 * is allowed: the walls are the namespaces, and this keeps hostile code from the parts of the kernel where walls have had
 * holes.
 */
public enum SystemCall {
    MOUNT(Reason.FILES, 165, 40),
    UMOUNT(Reason.FILES, SystemCall.NONE, SystemCall.NONE),
    UMOUNT2(Reason.FILES, 166, 39),
    PIVOT_ROOT(Reason.FILES, 155, 41),
    CHROOT(Reason.FILES, 161, 51),
    OPEN_TREE(Reason.FILES, 428, 428),
    OPEN_TREE_ATTR(Reason.FILES, 467, 467),
    MOVE_MOUNT(Reason.FILES, 429, 429),
    FSOPEN(Reason.FILES, 430, 430),
    FSCONFIG(Reason.FILES, 431, 431),
    FSMOUNT(Reason.FILES, 432, 432),
    FSPICK(Reason.FILES, 433, 433),
    MOUNT_SETATTR(Reason.FILES, 442, 442),
    OPEN_BY_HANDLE_AT(Reason.FILES, 304, 265),
    NAME_TO_HANDLE_AT(Reason.FILES, 303, 264),
    QUOTACTL(Reason.FILES, 179, 60),
    QUOTACTL_FD(Reason.FILES, 443, 443),
    SWAPON(Reason.FILES, 167, 224),
    SWAPOFF(Reason.FILES, 168, 225),
    SETNS(Reason.NAMESPACES, 308, 268),
    UNSHARE(Reason.NAMESPACES, 272, 97),
    CLONE(Reason.NAMESPACES, 56, 220),
    CLONE3(Reason.UNSEEN, 435, 435),
    INIT_MODULE(Reason.KERNEL, 175, 105),
    FINIT_MODULE(Reason.KERNEL, 313, 273),
    DELETE_MODULE(Reason.KERNEL, 176, 106),
    CREATE_MODULE(Reason.KERNEL, 174, SystemCall.NONE),
    QUERY_MODULE(Reason.KERNEL, 178, SystemCall.NONE),
    GET_KERNEL_SYMS(Reason.KERNEL, 177, SystemCall.NONE),
    KEXEC_LOAD(Reason.KERNEL, 246, 104),
    KEXEC_FILE_LOAD(Reason.KERNEL, 320, 294),
    BPF(Reason.KERNEL, 321, 280),
    PERF_EVENT_OPEN(Reason.KERNEL, 298, 241),
    USERFAULTFD(Reason.KERNEL, 323, 282),
    IO_URING_SETUP(Reason.KERNEL, 425, 425),
    IO_URING_ENTER(Reason.KERNEL, 426, 426),
    IO_URING_REGISTER(Reason.KERNEL, 427, 427),
    LOOKUP_DCOOKIE(Reason.KERNEL, 212, 18),
    SYSLOG(Reason.KERNEL, 103, 116),
    ACCT(Reason.KERNEL, 163, 89),
    _SYSCTL(Reason.KERNEL, 156, SystemCall.NONE),
    NFSSERVCTL(Reason.KERNEL, 180, 42),
    USELIB(Reason.KERNEL, 134, SystemCall.NONE),
    USTAT(Reason.KERNEL, 136, SystemCall.NONE),
    SYSFS(Reason.KERNEL, 139, SystemCall.NONE),
    FANOTIFY_INIT(Reason.KERNEL, 300, 262),
    REBOOT(Reason.MACHINE, 169, 142),
    IOPL(Reason.MACHINE, 172, SystemCall.NONE),
    IOPERM(Reason.MACHINE, 173, SystemCall.NONE),
    SETTIMEOFDAY(Reason.MACHINE, 164, 170),
    STIME(Reason.MACHINE, SystemCall.NONE, SystemCall.NONE),
    CLOCK_SETTIME(Reason.MACHINE, 227, 112),
    CLOCK_SETTIME64(Reason.MACHINE, SystemCall.NONE, SystemCall.NONE),
    CLOCK_ADJTIME(Reason.MACHINE, 305, 266),
    CLOCK_ADJTIME64(Reason.MACHINE, SystemCall.NONE, SystemCall.NONE),
    ADJTIMEX(Reason.MACHINE, 159, 171),
    SETHOSTNAME(Reason.MACHINE, 170, 161),
    SETDOMAINNAME(Reason.MACHINE, 171, 162),
    VHANGUP(Reason.MACHINE, 153, 58),
    VM86(Reason.MACHINE, SystemCall.NONE, SystemCall.NONE),
    VM86OLD(Reason.MACHINE, SystemCall.NONE, SystemCall.NONE),
    PTRACE(Reason.OTHERS, 101, 117),
    PROCESS_VM_READV(Reason.OTHERS, 310, 270),
    PROCESS_VM_WRITEV(Reason.OTHERS, 311, 271),
    PROCESS_MADVISE(Reason.OTHERS, 440, 440),
    KCMP(Reason.OTHERS, 312, 272),
    PIDFD_GETFD(Reason.OTHERS, 438, 438),
    MOVE_PAGES(Reason.OTHERS, 279, 239),
    MIGRATE_PAGES(Reason.OTHERS, 256, 238),
    ADD_KEY(Reason.OTHERS, 248, 217),
    REQUEST_KEY(Reason.OTHERS, 249, 218),
    KEYCTL(Reason.OTHERS, 250, 219),
    IOCTL(Reason.TERMINALS, 16, 29),
    SOCKET(Reason.SOCKETS, 41, 198),
    CHMOD(Reason.RIGHTS, 90, SystemCall.NONE, 15, 15),
    FCHMOD(Reason.RIGHTS, 91, 52, 94, 94),
    FCHMODAT(Reason.RIGHTS, 268, 53, 306, 333),
    FCHMODAT2(Reason.RIGHTS, 452, 452, 452, 452),
    CREAT(Reason.RIGHTS, 85, SystemCall.NONE, 8, 8),
    OPEN(Reason.RIGHTS, 2, SystemCall.NONE, 5, 5),
    OPENAT(Reason.RIGHTS, 257, 56, 295, 322),
    OPENAT2(Reason.UNSEEN, 437, 437, 437, 437),
    MKNOD(Reason.RIGHTS, 133, SystemCall.NONE, 14, 14),
    MKNODAT(Reason.RIGHTS, 259, 33, 297, 324),
    STATX(Reason.UNTRANSLATED, 332, 291),
    RENAMEAT2(Reason.UNTRANSLATED, 316, 276),
    EXECVEAT(Reason.UNTRANSLATED, 322, 281),
    MEMBARRIER(Reason.SLOW, 324, 283, 375, 389);

    /** Programs of a kind have no such call, or nobody asks for its number. */
    static final int NONE = -1;

    private final Reason reason;
    private final int onX86;
    private final int onArm;
    private final int onX86Of32;
    private final int onArmOf32;

    SystemCall(Reason reason, int onX86, int onArm) {
        this(reason, onX86, onArm, SystemCall.NONE, SystemCall.NONE);
    }

    SystemCall(Reason reason, int onX86, int onArm, int onX86Of32, int onArmOf32) {
        this.reason = reason;
        this.onX86 = onX86;
        this.onArm = onArm;
        this.onX86Of32 = onX86Of32;
        this.onArmOf32 = onArmOf32;
    }

    Reason reason() {
        return reason;
    }

    /** Returns its name, as it stands in manuals and in profiles of runtimes. */
    public String called() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns its number, or {@link #NONE}. */
    int number(ProgramKind kind) {
        return switch (kind) {
            case X86_64 -> onX86;
            case AARCH64 -> onArm;
            case I386 -> onX86Of32;
            case ARM -> onArmOf32;
        };
    }
}
