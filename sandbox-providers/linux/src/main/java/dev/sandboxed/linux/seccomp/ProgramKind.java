package dev.sandboxed.linux.seccomp;

/** The kinds of programs whose system calls we know, as the kernel names them to a filter. */
public enum ProgramKind {
    /** 64-bit Intel and AMD. */
    X86_64(0xC000_003E),
    /** 64-bit ARM. */
    AARCH64(0xC000_00B7),
    /** 32-bit Intel and AMD, on the processors of the first kind. */
    I386(0x4000_0003),
    /** 32-bit ARM, on the processors of the second kind. */
    ARM(0x4000_0028);

    private final int auditNumber;

    ProgramKind(int auditNumber) {
        this.auditNumber = auditNumber;
    }

    /** Give its number in the description of a system call. */
    public int auditNumber() {
        return auditNumber;
    }
}
