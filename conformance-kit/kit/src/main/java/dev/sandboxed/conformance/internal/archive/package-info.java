/** Archives that nobody should trust, and a tree beside them that shows whether somebody did. */
@NullMarked
package dev.sandboxed.conformance.internal.archive;

import org.jspecify.annotations.NullMarked;
