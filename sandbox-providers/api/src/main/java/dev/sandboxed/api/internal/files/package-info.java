/** Checks and counts for files that the API and providers share. */
@NullMarked
package dev.sandboxed.api.internal.files;

import org.jspecify.annotations.NullMarked;
