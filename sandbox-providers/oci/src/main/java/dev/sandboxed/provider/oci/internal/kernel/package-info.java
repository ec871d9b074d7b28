/** The runtimes, and how their containers differ by the kernel that processes inside run on. */
@NullMarked
package dev.sandboxed.provider.oci.internal.kernel;

import org.jspecify.annotations.NullMarked;
