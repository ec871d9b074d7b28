/** Who owns a sandbox, and whether that process still lives. */
@NullMarked
package dev.sandboxed.process.internal.owner;

import org.jspecify.annotations.NullMarked;
