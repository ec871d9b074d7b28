/** Snapshots of such a folder: checksummed archives with their metadata beside them. */
@NullMarked
package dev.sandboxed.provider.local.snapshot;

import org.jspecify.annotations.NullMarked;
