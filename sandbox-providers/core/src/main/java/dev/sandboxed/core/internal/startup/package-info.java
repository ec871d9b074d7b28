/** How long providers take to create a sandbox, measured and remembered between runs. */
@NullMarked
package dev.sandboxed.core.internal.startup;

import org.jspecify.annotations.NullMarked;
