/** Snapshots of the files of a container, packed by the host's tar. */
@NullMarked
package dev.sandboxed.provider.oci.internal.snapshot;

import org.jspecify.annotations.NullMarked;
