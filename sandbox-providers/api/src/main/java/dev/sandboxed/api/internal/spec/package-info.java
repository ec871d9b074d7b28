/** Checks for specs and commands. */
@NullMarked
package dev.sandboxed.api.internal.spec;

import org.jspecify.annotations.NullMarked;
