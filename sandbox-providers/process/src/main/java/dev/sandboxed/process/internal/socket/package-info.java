/** Sockets that end when a thread is interrupted, and those of Unix for libraries that know only others. */
@NullMarked
package dev.sandboxed.process.internal.socket;

import org.jspecify.annotations.NullMarked;
