/** What outlives the JVM that made it, on purpose and for a time: sandboxes that are kept for people to look into, and class paths. */
@NullMarked
package dev.sandboxed.core.internal.kept;

import org.jspecify.annotations.NullMarked;
