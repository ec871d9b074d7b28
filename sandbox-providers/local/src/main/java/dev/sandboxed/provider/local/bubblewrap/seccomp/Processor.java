package dev.sandboxed.provider.local.bubblewrap.seccomp;

/** The processors whose system calls we know, as the kernel names them to a filter. */
enum Processor {
    /** 64-bit Intel and AMD. */
    X86_64(0xC000_003E),
    /** 64-bit ARM. */
    AARCH64(0xC000_00B7);

    private final int auditNumber;

    Processor(int auditNumber) {
        this.auditNumber = auditNumber;
    }

    int auditNumber() {
        return auditNumber;
    }
}
