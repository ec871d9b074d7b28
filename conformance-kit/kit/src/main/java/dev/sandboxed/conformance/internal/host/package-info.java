/** The machine that a provider is examined on; the only place of the kit that reads environment and properties. */
@NullMarked
package dev.sandboxed.conformance.internal.host;

import org.jspecify.annotations.NullMarked;
