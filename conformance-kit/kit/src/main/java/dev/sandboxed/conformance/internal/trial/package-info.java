/** What a test of a clause works with: a provider, fresh sandboxes that are destroyed for it, and what is inside them. */
@NullMarked
package dev.sandboxed.conformance.internal.trial;

import org.jspecify.annotations.NullMarked;
