/** The files of a sandbox as the daemon serves them: their service, uploads, downloads and watches. */
@NullMarked
package dev.sandboxed.serve.internal.e2b.files;

import org.jspecify.annotations.NullMarked;
