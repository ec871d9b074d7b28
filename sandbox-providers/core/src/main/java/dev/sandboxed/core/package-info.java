/** Sandboxes for programs that are no JUnit tests. */
@NullMarked
package dev.sandboxed.core;

import org.jspecify.annotations.NullMarked;
