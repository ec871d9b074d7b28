/** Control groups of both versions: limits, measuring, holding still and killing. */
@NullMarked
package dev.sandboxed.linux.internal.cgroup;

import org.jspecify.annotations.NullMarked;
