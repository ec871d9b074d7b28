/** Threads of this JVM that work for sandboxes. */
@NullMarked
package dev.sandboxed.process.thread;

import org.jspecify.annotations.NullMarked;
