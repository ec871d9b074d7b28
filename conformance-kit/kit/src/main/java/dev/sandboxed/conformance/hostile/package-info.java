/** Code that nobody has read, at its worst: one set of scripts for every provider, and a watch over the host meanwhile. */
@NullMarked
package dev.sandboxed.conformance.hostile;

import org.jspecify.annotations.NullMarked;
