/** How a guest in which processes can be started, and nothing else, gets to where it runs commands. */
@NullMarked
package dev.sandboxed.guest.internal.start;

import org.jspecify.annotations.NullMarked;
