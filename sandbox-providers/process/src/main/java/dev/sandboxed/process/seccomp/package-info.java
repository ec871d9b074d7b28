/** Filters of system calls, put together instruction by instruction for the processors that we know. */
@NullMarked
package dev.sandboxed.process.seccomp;

import org.jspecify.annotations.NullMarked;
