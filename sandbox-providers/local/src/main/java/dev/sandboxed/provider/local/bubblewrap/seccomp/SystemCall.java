package dev.sandboxed.provider.local.bubblewrap.seccomp;

import dev.sandboxed.process.seccomp.Processor;

/**
 * System calls that a sandbox may not use, or not with every argument. What is not named here is allowed: the walls are the
 * namespaces, and this keeps hostile code from the parts of the kernel where walls have had holes.
 */
enum SystemCall {
    MOUNT(165, 40),
    UMOUNT2(166, 39),
    PIVOT_ROOT(155, 41),
    CHROOT(161, 51),
    OPEN_TREE(428, 428),
    MOVE_MOUNT(429, 429),
    FSOPEN(430, 430),
    FSCONFIG(431, 431),
    FSMOUNT(432, 432),
    FSPICK(433, 433),
    MOUNT_SETATTR(442, 442),
    OPEN_TREE_ATTR(467, 467),
    SETNS(308, 268),
    PTRACE(101, 117),
    PROCESS_VM_READV(310, 270),
    PROCESS_VM_WRITEV(311, 271),
    KCMP(312, 272),
    PIDFD_GETFD(438, 438),
    ADD_KEY(248, 217),
    REQUEST_KEY(249, 218),
    KEYCTL(250, 219),
    BPF(321, 280),
    PERF_EVENT_OPEN(298, 241),
    USERFAULTFD(323, 282),
    FANOTIFY_INIT(300, 262),
    OPEN_BY_HANDLE_AT(304, 265),
    KEXEC_LOAD(246, 104),
    KEXEC_FILE_LOAD(320, 294),
    INIT_MODULE(175, 105),
    FINIT_MODULE(313, 273),
    DELETE_MODULE(176, 106),
    IOPL(172, SystemCall.NONE),
    IOPERM(173, SystemCall.NONE),
    USELIB(134, SystemCall.NONE),
    SWAPON(167, 224),
    SWAPOFF(168, 225),
    REBOOT(169, 142),
    ACCT(163, 89),
    QUOTACTL(179, 60),
    QUOTACTL_FD(443, 443),
    SETTIMEOFDAY(164, 170),
    CLOCK_SETTIME(227, 112),
    SETHOSTNAME(170, 161),
    SETDOMAINNAME(171, 162),
    SYSLOG(103, 116),
    LOOKUP_DCOOKIE(212, 18),
    NFSSERVCTL(180, 42),
    MIGRATE_PAGES(256, 238),
    MOVE_PAGES(279, 239),
    VHANGUP(153, 58),
    UNSHARE(272, 97),
    CLONE(56, 220),
    CLONE3(435, 435),
    IO_URING_SETUP(425, 425),
    IO_URING_ENTER(426, 426),
    IO_URING_REGISTER(427, 427),
    IOCTL(16, 29),
    SOCKET(41, 198),
    CHMOD(90, SystemCall.NONE),
    FCHMOD(91, 52),
    FCHMODAT(268, 53),
    FCHMODAT2(452, 452),
    CREAT(85, SystemCall.NONE),
    OPEN(2, SystemCall.NONE),
    OPENAT(257, 56),
    OPENAT2(437, 437),
    MKNOD(133, SystemCall.NONE),
    MKNODAT(259, 33);

    /** A processor has no such call. */
    static final int NONE = -1;

    private final int onX86;
    private final int onArm;

    SystemCall(int onX86, int onArm) {
        this.onX86 = onX86;
        this.onArm = onArm;
    }

    /** Give its number, or {@link #NONE}. */
    int number(Processor processor) {
        return processor == Processor.X86_64 ? onX86 : onArm;
    }
}
