/** Threads of this JVM that work for sandboxes. */
@NullMarked
package dev.sandboxed.process.internal.thread;

import org.jspecify.annotations.NullMarked;
