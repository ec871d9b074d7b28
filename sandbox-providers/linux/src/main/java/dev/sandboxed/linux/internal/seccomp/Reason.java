package dev.sandboxed.linux.internal.seccomp;

/** Why a system call is not for sandboxes. */
enum Reason {
    /** It reaches other file systems, or files by another way than their path. */
    FILES,
    /** It makes or enters namespaces, in which walls have had holes. */
    NAMESPACES,
    /** It changes the kernel, or has been the way into it too often. */
    KERNEL,
    /** It changes the machine, or how all others see it. */
    MACHINE,
    /** It reaches memory, descriptors or keys of others. */
    OTHERS,
    /** It types into a terminal as if somebody sat there. */
    TERMINALS,
    /** It speaks with more of the host than the network. */
    SOCKETS,
    /** It makes files that run with the rights of their owner, who outside may be root. */
    RIGHTS,
    /** It takes flags from memory, where no filter sees them. */
    UNSEEN,
    /** It takes a path that not every version of PRoot translates. */
    UNTRANSLATED,
    /** It lets each program of gVisor wait for all processors. */
    SLOW
}
