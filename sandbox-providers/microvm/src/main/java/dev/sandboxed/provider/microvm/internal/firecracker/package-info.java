/** Virtual machines of Firecracker. */
@NullMarked
package dev.sandboxed.provider.microvm.internal.firecracker;

import org.jspecify.annotations.NullMarked;
