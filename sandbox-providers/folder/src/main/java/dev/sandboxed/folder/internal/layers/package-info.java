/** Archives of what a sandbox has changed in an overlay. */
@NullMarked
package dev.sandboxed.folder.internal.layers;

import org.jspecify.annotations.NullMarked;
