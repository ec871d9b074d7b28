/** The bubblewrap provider: the host's programs in namespaces of their own, without privileges and without the host's files. */
@NullMarked
package dev.sandboxed.provider.local.internal.bubblewrap;

import org.jspecify.annotations.NullMarked;
