/** Holds all processes of a sandbox still, and proves that they are: by a control group, or by signals where there is none. */
@NullMarked
package dev.sandboxed.provider.local.internal.bubblewrap.still;

import org.jspecify.annotations.NullMarked;
