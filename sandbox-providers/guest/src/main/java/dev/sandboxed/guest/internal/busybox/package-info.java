/** A root file system for guests that name none: one static program that is a shell and some hundred commands. */
@NullMarked
package dev.sandboxed.guest.internal.busybox;

import org.jspecify.annotations.NullMarked;
