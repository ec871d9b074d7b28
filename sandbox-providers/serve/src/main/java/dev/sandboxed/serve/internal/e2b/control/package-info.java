/** The interface through which sandboxes are created, found, changed and killed. */
@NullMarked
package dev.sandboxed.serve.internal.e2b.control;

import org.jspecify.annotations.NullMarked;
