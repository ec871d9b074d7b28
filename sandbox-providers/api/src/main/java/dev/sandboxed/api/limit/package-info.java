/** Resource limits, the sizes they are given in, and the exception when one is hit. */
@NullMarked
package dev.sandboxed.api.limit;

import org.jspecify.annotations.NullMarked;
