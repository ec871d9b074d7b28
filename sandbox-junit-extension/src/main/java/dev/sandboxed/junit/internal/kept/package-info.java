/** Sandboxes of tests that are kept for a while, so that a person can open a shell in them. */
@NullMarked
package dev.sandboxed.junit.internal.kept;

import org.jspecify.annotations.NullMarked;
