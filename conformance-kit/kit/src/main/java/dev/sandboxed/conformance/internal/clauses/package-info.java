/** The contract as tests, grouped as the contract is; each interface is a part of the one class that authors extend. */
@NullMarked
package dev.sandboxed.conformance.internal.clauses;

import org.jspecify.annotations.NullMarked;
