/** Modes of files on the host. */
@NullMarked
package dev.sandboxed.folder.internal.files;

import org.jspecify.annotations.NullMarked;
