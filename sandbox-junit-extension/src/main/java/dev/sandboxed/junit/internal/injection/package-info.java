/** Finds out where tests want sandboxes and of what kind, claims them and puts them there. */
@NullMarked
package dev.sandboxed.junit.internal.injection;

import org.jspecify.annotations.NullMarked;
