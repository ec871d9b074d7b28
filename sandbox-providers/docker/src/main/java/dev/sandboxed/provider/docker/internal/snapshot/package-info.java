/** Snapshots of containers, kept as images of the engine with their metadata in labels. */
@NullMarked
package dev.sandboxed.provider.docker.internal.snapshot;

import org.jspecify.annotations.NullMarked;
