/** The files of a sandbox at the service. */
@NullMarked
package dev.sandboxed.provider.remote.internal.http.files;

import org.jspecify.annotations.NullMarked;
