/** Base classes for provider authors: they hold the parts of the contract that are the same for everyone. */
@NullMarked
package dev.sandboxed.api.spi;

import org.jspecify.annotations.NullMarked;
