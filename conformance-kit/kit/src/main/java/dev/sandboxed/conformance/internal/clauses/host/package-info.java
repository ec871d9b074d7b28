/** Clauses about what sandboxes and images that mean harm do to the host itself. */
@NullMarked
package dev.sandboxed.conformance.internal.clauses.host;

import org.jspecify.annotations.NullMarked;
