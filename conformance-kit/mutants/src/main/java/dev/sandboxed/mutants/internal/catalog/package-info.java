/** The mutants themselves, grouped as the contract is. */
@NullMarked
package dev.sandboxed.mutants.internal.catalog;

import org.jspecify.annotations.NullMarked;
