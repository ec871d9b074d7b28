/** Commands that run at the service: one answer carries all that becomes of each. */
@NullMarked
package dev.sandboxed.provider.remote.internal.http.exec;

import org.jspecify.annotations.NullMarked;
