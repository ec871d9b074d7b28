/** JVMs that are killed while they have sandboxes, and what is left of those. */
@NullMarked
package dev.sandboxed.benchmarks.kills;

import org.jspecify.annotations.NullMarked;
