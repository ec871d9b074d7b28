/** Serves sandboxes by our own contract: who may have what, commands with their streams, files, snapshots. */
@NullMarked
package dev.sandboxed.serve.internal.http;

import org.jspecify.annotations.NullMarked;
