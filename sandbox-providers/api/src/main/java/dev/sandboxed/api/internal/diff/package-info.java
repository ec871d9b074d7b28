/** Differences of texts: how they are found, written and read. */
@NullMarked
package dev.sandboxed.api.internal.diff;

import org.jspecify.annotations.NullMarked;
