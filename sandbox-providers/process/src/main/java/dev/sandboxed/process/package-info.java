/** Runs processes of the host: clean environment, bounded output, deadlines, and an end for the whole tree. */
@NullMarked
package dev.sandboxed.process;

import org.jspecify.annotations.NullMarked;
