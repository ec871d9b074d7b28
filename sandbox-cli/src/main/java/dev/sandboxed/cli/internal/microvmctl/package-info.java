/** A controller of sandboxes for programs that know nothing of us: one call for each thing to do, and a keeper in between. */
@NullMarked
package dev.sandboxed.cli.internal.microvmctl;

import org.jspecify.annotations.NullMarked;
