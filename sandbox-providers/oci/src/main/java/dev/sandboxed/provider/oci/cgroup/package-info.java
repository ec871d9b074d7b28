/** The control group of a container: kills, holds and measures all of its processes at once. */
@NullMarked
package dev.sandboxed.provider.oci.cgroup;

import org.jspecify.annotations.NullMarked;
