/**
 * A box is what bubblewrap makes: namespaces around one first process, which starts all others. Nothing
 * enters from outside; whoever wants to talk to a process inside gives it named pipes to open.
 */
@NullMarked
package dev.sandboxed.provider.local.internal.bubblewrap.box;

import org.jspecify.annotations.NullMarked;
