/** Commands, how they run and how they end. */
@NullMarked
package dev.sandboxed.api.exec;

import org.jspecify.annotations.NullMarked;
