/** What we are compared with, and ourselves in the same form. */
@NullMarked
package dev.sandboxed.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
