/** What every virtual machine is, whichever monitor runs it. */
@NullMarked
package dev.sandboxed.provider.microvm.internal.machine;

import org.jspecify.annotations.NullMarked;
