/** The network of a sandbox that may reach what the host can, carried by a process and not by settings of the host. */
@NullMarked
package dev.sandboxed.process.internal.network;

import org.jspecify.annotations.NullMarked;
