/**
 * The network of a sandbox: a room of its own around it, which all of its packets pass. What leaves it is decided there by a list,
 * names are answered there, what was tried is counted there, and a process carries the packets between there and the host.
 */
@NullMarked
package dev.sandboxed.network.internal;

import org.jspecify.annotations.NullMarked;
