/** Sandboxes that are prepared once, and whose copies many tests begin with. */
@NullMarked
package dev.sandboxed.junit.internal.prepared;

import org.jspecify.annotations.NullMarked;
