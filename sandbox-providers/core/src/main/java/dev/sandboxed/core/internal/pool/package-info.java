/** Sandboxes made before they are wanted, and destroyed after they are not. */
@NullMarked
package dev.sandboxed.core.internal.pool;

import org.jspecify.annotations.NullMarked;
