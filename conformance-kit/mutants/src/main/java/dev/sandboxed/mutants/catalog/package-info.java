/** The mutants themselves, grouped as the contract is. */
@NullMarked
package dev.sandboxed.mutants.catalog;

import org.jspecify.annotations.NullMarked;
