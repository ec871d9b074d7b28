/** How we talk to what listens in a virtual machine. */
@NullMarked
package dev.sandboxed.provider.microvm.internal.channel;

import org.jspecify.annotations.NullMarked;
