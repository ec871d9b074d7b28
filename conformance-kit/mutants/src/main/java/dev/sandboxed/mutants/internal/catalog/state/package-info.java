/** Providers that hold sandboxes still, or keep what was in them, in a wrong way. */
@NullMarked
package dev.sandboxed.mutants.internal.catalog.state;

import org.jspecify.annotations.NullMarked;
