/** Snapshots of a sandbox's files: options, metadata and filters. */
@NullMarked
package dev.sandboxed.api.snapshot;

import org.jspecify.annotations.NullMarked;
