/** Finds the name that was meant when one is not known. */
@NullMarked
package dev.sandboxed.core.internal.naming;

import org.jspecify.annotations.NullMarked;
