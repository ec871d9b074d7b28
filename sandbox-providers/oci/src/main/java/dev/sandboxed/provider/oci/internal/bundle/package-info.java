/** What an OCI runtime is given: the folder of a container, its root file system, and its configuration. */
@NullMarked
package dev.sandboxed.provider.oci.internal.bundle;

import org.jspecify.annotations.NullMarked;
