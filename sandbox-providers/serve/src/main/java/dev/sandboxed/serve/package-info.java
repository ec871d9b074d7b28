/** Serves the sandboxes of any provider to programs that were written for a service. */
@NullMarked
package dev.sandboxed.serve;

import org.jspecify.annotations.NullMarked;
