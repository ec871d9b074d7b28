/** The few calls of the C library that Java has no counterpart for: spawn in a new session, wait for the exact status. */
@NullMarked
package dev.sandboxed.process.internal.posix;

import org.jspecify.annotations.NullMarked;
