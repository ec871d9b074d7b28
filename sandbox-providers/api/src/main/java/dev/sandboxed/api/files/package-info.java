/** Files inside a sandbox: read, write, list, match, upload and download. */
@NullMarked
package dev.sandboxed.api.files;

import org.jspecify.annotations.NullMarked;
