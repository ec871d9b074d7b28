/** Snapshots of such a folder: checksummed archives with their metadata beside them. */
@NullMarked
package dev.sandboxed.folder.snapshot;

import org.jspecify.annotations.NullMarked;
