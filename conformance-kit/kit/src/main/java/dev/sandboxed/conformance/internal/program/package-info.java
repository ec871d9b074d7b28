/** Programs that need neither a library nor a compiler, for what no shell can do. */
@NullMarked
package dev.sandboxed.conformance.internal.program;

import org.jspecify.annotations.NullMarked;
