/** E2B's control API: makes, finds and ends sandboxes. */
@NullMarked
package dev.sandboxed.provider.remote.internal.e2b.control;

import org.jspecify.annotations.NullMarked;
