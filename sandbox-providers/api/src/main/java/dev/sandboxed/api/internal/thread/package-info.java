/** What is done to its end although somebody interrupts. */
@NullMarked
package dev.sandboxed.api.internal.thread;

import org.jspecify.annotations.NullMarked;
