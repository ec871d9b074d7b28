/** What is the same for sandboxes of every service that only starts processes in them. */
@NullMarked
package dev.sandboxed.provider.remote.internal.guest;

import org.jspecify.annotations.NullMarked;
