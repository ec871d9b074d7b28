/** Names of files as the bytes that they are. */
@NullMarked
package dev.sandboxed.process.names;

import org.jspecify.annotations.NullMarked;
