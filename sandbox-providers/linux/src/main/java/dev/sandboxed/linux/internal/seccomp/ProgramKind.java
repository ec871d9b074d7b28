package dev.sandboxed.linux.internal.seccomp;

import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.util.Optional;

/** The kinds of programs whose system calls we know, as the kernel names them to a filter. */
public enum ProgramKind {
    /** 64-bit Intel and AMD. */
    X86_64(0xC000_003E, 157),
    /** 64-bit ARM. */
    AARCH64(0xC000_00B7, 167),
    /** 32-bit Intel and AMD, on the processors of the first kind. */
    I386(0x4000_0003, 172),
    /** 32-bit ARM, on the processors of the second kind. */
    ARM(0x4000_0028, 172);

    private final int auditNumber;
    private final int prctl;

    ProgramKind(int auditNumber, int prctl) {
        this.auditNumber = auditNumber;
        this.prctl = prctl;
    }

    /** Returns the kind that this program is of; empty if its system calls are not known. */
    public static Optional<ProgramKind> current() {
        return switch (HostPlatform.architecture()) {
            case "amd64" -> Optional.of(X86_64);
            case "arm64" -> Optional.of(AARCH64);
            default -> Optional.empty();
        };
    }

    /** Returns the number of the call with which a process puts a filter on itself. */
    public int prctl() {
        return prctl;
    }

    /** Returns its number in the description of a system call. */
    public int auditNumber() {
        return auditNumber;
    }
}
