/** Code that nobody has read: what it is written in, what is expected of it, and what is told of its run. */
@NullMarked
package dev.sandboxed.api.code;

import org.jspecify.annotations.NullMarked;
