/** Filters of system calls, written for the kernel and put in force for threads. */
@NullMarked
package dev.sandboxed.linux.internal.seccomp;

import org.jspecify.annotations.NullMarked;
