/** The clauses about the network of a sandbox. */
@NullMarked
package dev.sandboxed.conformance.internal.clauses.network;

import org.jspecify.annotations.NullMarked;
