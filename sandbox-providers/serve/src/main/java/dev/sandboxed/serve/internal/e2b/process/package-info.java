/** The process service of the daemon: commands that run, who listens to them, and how they end. */
@NullMarked
package dev.sandboxed.serve.internal.e2b.process;

import org.jspecify.annotations.NullMarked;
