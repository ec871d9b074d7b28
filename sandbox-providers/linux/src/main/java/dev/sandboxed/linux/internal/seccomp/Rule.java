package dev.sandboxed.linux.internal.seccomp;

import java.util.List;

/** When a system call is refused. Where it is not, it is allowed. */
public sealed interface Rule {

    /** The error of a call that one has no right to. */
    int EPERM = 1;

    /** The error of a call that the kernel does not know: programs that have another way take it. */
    int ENOSYS = 38;

    /** Always. */
    record Always(int error) implements Rule {}

    /** If an argument has any of these bits. */
    record IfAnyBit(int argument, int mask) implements Rule {}

    /** If a new file is asked for by the flags, and the mode that follows them has any of these bits. */
    record IfNewFileHasAnyBit(int flags, int mask) implements Rule {}

    /** If an argument is one of these. */
    record IfOneOf(int argument, List<Integer> values) implements Rule {}

    /** Unless an argument is one of these. */
    record UnlessOneOf(int argument, List<Integer> values, int error) implements Rule {}
}
