/** What a command writes, on its way to whoever reads it: kept in bounded memory, sent to a file, or handed on in chunks. */
@NullMarked
package dev.sandboxed.process.internal.output;

import org.jspecify.annotations.NullMarked;
