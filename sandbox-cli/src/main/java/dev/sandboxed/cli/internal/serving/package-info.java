/** Serves sandboxes to others until a signal comes. */
@NullMarked
package dev.sandboxed.cli.internal.serving;

import org.jspecify.annotations.NullMarked;
