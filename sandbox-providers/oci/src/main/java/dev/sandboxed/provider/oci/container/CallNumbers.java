package dev.sandboxed.provider.oci.container;

import dev.sandboxed.process.seccomp.Processor;

/** The numbers that some system calls have for programs of a kind; programs of 32 bits have others than those of 64. */
enum CallNumbers {
    X86_64(Processor.X86_64.auditNumber(), 324, 90, 91, 268, 2, 257, 85, 133, 259),
    I386(0x4000_0003, 375, 15, 94, 306, 5, 295, 8, 14, 297),
    AARCH64(
            Processor.AARCH64.auditNumber(),
            283,
            CallNumbers.NONE,
            52,
            53,
            CallNumbers.NONE,
            56,
            CallNumbers.NONE,
            CallNumbers.NONE,
            33),
    ARM(0x4000_0028, 389, 15, 94, 333, 5, 322, 8, 14, 324);

    /** For a call that such programs do not have. */
    static final int NONE = -1;

    /** Calls that came later have the same number for all. */
    static final int OPENAT2 = 437;

    static final int FCHMODAT2 = 452;

    final int auditNumber;
    final int membarrier;
    final int chmod;
    final int fchmod;
    final int fchmodat;
    final int open;
    final int openat;
    final int creat;
    final int mknod;
    final int mknodat;

    CallNumbers(
            int auditNumber,
            int membarrier,
            int chmod,
            int fchmod,
            int fchmodat,
            int open,
            int openat,
            int creat,
            int mknod,
            int mknodat) {
        this.auditNumber = auditNumber;
        this.membarrier = membarrier;
        this.chmod = chmod;
        this.fchmod = fchmod;
        this.fchmodat = fchmodat;
        this.open = open;
        this.openat = openat;
        this.creat = creat;
        this.mknod = mknod;
        this.mknodat = mknodat;
    }
}
