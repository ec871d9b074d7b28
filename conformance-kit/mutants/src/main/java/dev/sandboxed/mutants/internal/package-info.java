/** Providers broken on purpose: what a mutant is, how one is made from a working provider, and the table of who catches it. */
@NullMarked
package dev.sandboxed.mutants.internal;

import org.jspecify.annotations.NullMarked;
