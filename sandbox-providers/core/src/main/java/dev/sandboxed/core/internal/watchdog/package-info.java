/** Removes the sandboxes of a JVM that was killed, from a process that outlives it. */
@NullMarked
package dev.sandboxed.core.internal.watchdog;

import org.jspecify.annotations.NullMarked;
