/** What the kernel does before a process may change its control group. */
@NullMarked
package dev.sandboxed.process.cgroup;

import org.jspecify.annotations.NullMarked;
