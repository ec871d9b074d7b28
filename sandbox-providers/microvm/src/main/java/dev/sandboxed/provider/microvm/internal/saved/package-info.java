/** Virtual machines that were saved once they had booted, so that others begin where they were. */
@NullMarked
package dev.sandboxed.provider.microvm.internal.saved;

import org.jspecify.annotations.NullMarked;
