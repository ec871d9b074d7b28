/** The provider {@code e2b}: sandboxes of E2B, in its cloud or installed elsewhere. */
@NullMarked
package dev.sandboxed.provider.remote.internal.e2b;

import org.jspecify.annotations.NullMarked;
