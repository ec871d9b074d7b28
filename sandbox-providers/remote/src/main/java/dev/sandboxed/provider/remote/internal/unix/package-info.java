/** Sockets of Unix for libraries that know only those of a network. */
@NullMarked
package dev.sandboxed.provider.remote.internal.unix;

import org.jspecify.annotations.NullMarked;
