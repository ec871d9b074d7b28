/** The filter of system calls that everything in a bubblewrap sandbox runs under, for the processors that we know. */
@NullMarked
package dev.sandboxed.provider.local.bubblewrap.seccomp;

import org.jspecify.annotations.NullMarked;
