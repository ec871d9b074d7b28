package dev.sandboxed.linux.internal.kvm;

import com.sun.jna.Pointer;
import dev.sandboxed.linux.internal.libc.LibC;

/** The functions of the C library, and the numbers of the kernel, that a virtual machine takes. */
final class KvmCalls {

    static final int READ_WRITE = 2;
    static final int CLOSE_ON_EXEC = 0x80000;
    static final long CREATE_MACHINE = 0xAE01L;
    static final long SIZE_OF_RUN = 0xAE04L;
    static final long CREATE_PROCESSOR = 0xAE41L;
    static final long SET_MEMORY = 0x4020AE46L;
    static final long SET_TASK_STATE = 0xAE47L;
    static final long RUN = 0xAE80L;
    static final long SET_REGISTERS = 0x4090AE82L;
    static final long GET_SEGMENTS = 0x8138AE83L;
    static final long SET_SEGMENTS = 0x4138AE84L;
    static final int READABLE_AND_WRITABLE = 3;
    static final int SHARED = 1;
    static final int SHARED_ANONYMOUS = 0x21;

    static {
        LibC.bind(KvmCalls.class);
    }

    private KvmCalls() {}

    static native int open(String path, int flags);

    static native int ioctl(int fd, long request, Pointer argument);

    static native Pointer mmap(Pointer at, long length, int protection, int flags, int fd, long offset);

    static native int munmap(Pointer at, long length);
}
