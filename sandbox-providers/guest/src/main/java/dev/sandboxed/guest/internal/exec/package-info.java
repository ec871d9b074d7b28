/** How guests of local runtimes end, and the channels to processes of the host. */
@NullMarked
package dev.sandboxed.guest.internal.exec;

import org.jspecify.annotations.NullMarked;
