/** Shows what is to be installed, and how far that is. */
@NullMarked
package dev.sandboxed.cli.internal.provision;

import org.jspecify.annotations.NullMarked;
