/** Archives that nobody vouches for. */
@NullMarked
package dev.sandboxed.folder.internal.tar;

import org.jspecify.annotations.NullMarked;
