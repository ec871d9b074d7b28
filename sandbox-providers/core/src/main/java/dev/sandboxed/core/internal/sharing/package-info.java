/** Sandboxes that come from a pool which several processes share. */
@NullMarked
package dev.sandboxed.core.internal.sharing;

import org.jspecify.annotations.NullMarked;
