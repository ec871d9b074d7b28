/** The subprocess provider: plain processes of the same user, isolated from accidents only. */
@NullMarked
package dev.sandboxed.provider.local.internal.subprocess;

import org.jspecify.annotations.NullMarked;
