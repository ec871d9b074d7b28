/** Trees of files as tar archives: made while they are read, and read with distrust in whoever made them. */
@NullMarked
package dev.sandboxed.guest.internal.tar;

import org.jspecify.annotations.NullMarked;
