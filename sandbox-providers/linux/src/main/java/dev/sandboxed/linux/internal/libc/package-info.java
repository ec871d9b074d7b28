/** The C library, the errors that its functions give, and which system it belongs to. */
@NullMarked
package dev.sandboxed.linux.internal.libc;

import org.jspecify.annotations.NullMarked;
