/** Sockets of Unix for libraries that know only those of a network. */
@NullMarked
package dev.sandboxed.process.internal.unix;

import org.jspecify.annotations.NullMarked;
