/** How providers are, for programs that watch them. */
@NullMarked
package dev.sandboxed.core.health;

import org.jspecify.annotations.NullMarked;
