/** The contract as data: its clauses, what each needs, and the annotation that ties a test to a clause. */
@NullMarked
package dev.sandboxed.conformance.contract;

import org.jspecify.annotations.NullMarked;
