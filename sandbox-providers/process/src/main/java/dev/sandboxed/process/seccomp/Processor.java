package dev.sandboxed.process.seccomp;

/** The processors whose system calls we know, as the kernel names them to a filter. */
public enum Processor {
    /** 64-bit Intel and AMD. */
    X86_64(0xC000_003E),
    /** 64-bit ARM. */
    AARCH64(0xC000_00B7);

    private final int auditNumber;

    Processor(int auditNumber) {
        this.auditNumber = auditNumber;
    }

    /** Give its number in the description of a system call. */
    public int auditNumber() {
        return auditNumber;
    }
}
