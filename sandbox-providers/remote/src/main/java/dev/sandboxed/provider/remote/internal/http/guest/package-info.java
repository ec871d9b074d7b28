/** Sandboxes at a service that only starts processes: their commands and files are made of that here. */
@NullMarked
package dev.sandboxed.provider.remote.internal.http.guest;

import org.jspecify.annotations.NullMarked;
