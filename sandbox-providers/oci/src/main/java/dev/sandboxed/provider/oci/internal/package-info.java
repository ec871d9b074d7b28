/** Sandboxes from containers of an OCI runtime that is driven directly, without a daemon. */
@NullMarked
package dev.sandboxed.provider.oci.internal;

import org.jspecify.annotations.NullMarked;
