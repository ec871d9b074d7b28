/** Shells in sandboxes that were kept: what is printed about those, and the terminal of the person who types. */
@NullMarked
package dev.sandboxed.cli.internal.shell;

import org.jspecify.annotations.NullMarked;
