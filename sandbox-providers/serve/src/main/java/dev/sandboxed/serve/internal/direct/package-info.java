/** Sandboxes that are made when they are asked for. */
@NullMarked
package dev.sandboxed.serve.internal.direct;

import org.jspecify.annotations.NullMarked;
