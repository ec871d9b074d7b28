/** The network of a container that may reach what the host can, carried by a process and not by settings of the host. */
@NullMarked
package dev.sandboxed.provider.oci.network;

import org.jspecify.annotations.NullMarked;
