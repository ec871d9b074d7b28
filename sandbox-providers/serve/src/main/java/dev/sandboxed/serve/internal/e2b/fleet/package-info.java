/** The sandboxes that are served: their creation, their lifetimes, their pauses and their end. */
@NullMarked
package dev.sandboxed.serve.internal.e2b.fleet;

import org.jspecify.annotations.NullMarked;
