/** Whether providers work, asked now and then and remembered meanwhile. */
@NullMarked
package dev.sandboxed.core.internal.health;

import org.jspecify.annotations.NullMarked;
