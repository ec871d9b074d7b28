/** Containers that run: the program that runs them, and the streams of the processes inside. */
@NullMarked
package dev.sandboxed.provider.oci.internal.container;

import org.jspecify.annotations.NullMarked;
