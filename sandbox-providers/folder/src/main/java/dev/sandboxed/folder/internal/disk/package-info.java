/** Folders that hold no more than a certain size. */
@NullMarked
package dev.sandboxed.folder.internal.disk;

import org.jspecify.annotations.NullMarked;
