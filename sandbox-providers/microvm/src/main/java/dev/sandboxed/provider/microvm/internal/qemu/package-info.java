/** Virtual machines of QEMU. */
@NullMarked
package dev.sandboxed.provider.microvm.internal.qemu;

import org.jspecify.annotations.NullMarked;
