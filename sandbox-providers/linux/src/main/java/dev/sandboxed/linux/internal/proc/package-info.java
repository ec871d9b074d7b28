/** Processes and their threads as the kernel tells of them. */
@NullMarked
package dev.sandboxed.linux.internal.proc;

import org.jspecify.annotations.NullMarked;
