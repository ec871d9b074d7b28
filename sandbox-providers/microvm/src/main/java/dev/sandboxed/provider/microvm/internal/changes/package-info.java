/** What machines have changed of their images, and how that outlives them. */
@NullMarked
package dev.sandboxed.provider.microvm.internal.changes;

import org.jspecify.annotations.NullMarked;
