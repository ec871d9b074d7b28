/** The clauses about sandboxes that are saved, or held still. */
@NullMarked
package dev.sandboxed.conformance.internal.clauses.state;

import org.jspecify.annotations.NullMarked;
