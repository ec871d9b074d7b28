/** Processes of the host that run beside sandboxes. */
@NullMarked
package dev.sandboxed.process.internal.host;

import org.jspecify.annotations.NullMarked;
