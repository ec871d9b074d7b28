/** The files of a guest: contents travel as tar archives, everything else is done by its own shell. */
@NullMarked
package dev.sandboxed.guest.files;

import org.jspecify.annotations.NullMarked;
