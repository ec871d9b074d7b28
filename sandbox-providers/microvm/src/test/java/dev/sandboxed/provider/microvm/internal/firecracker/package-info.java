/** Virtual machines of Firecracker, and of what stands in for it. */
@NullMarked
package dev.sandboxed.provider.microvm.internal.firecracker;

import org.jspecify.annotations.NullMarked;
