/** Control groups of the host: limits on all processes of a sandbox together, and what they have used. */
@NullMarked
package dev.sandboxed.provider.local.bubblewrap.cgroup;

import org.jspecify.annotations.NullMarked;
