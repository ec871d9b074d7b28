/** What of the kernel's files below {@code /proc} and {@code /sys} is kept from sandboxes that share the host's kernel. */
@NullMarked
package dev.sandboxed.process.proc;

import org.jspecify.annotations.NullMarked;
