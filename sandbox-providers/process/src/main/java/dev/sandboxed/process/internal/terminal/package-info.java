/**
 * Processes of the host on pseudo terminals. Needs pty4j on the class path, which only those providers bring along that use
 * this.
 */
@NullMarked
package dev.sandboxed.process.internal.terminal;

import org.jspecify.annotations.NullMarked;
