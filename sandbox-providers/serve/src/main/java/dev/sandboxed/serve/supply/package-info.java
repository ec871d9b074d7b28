/** Where the sandboxes of a server come from. */
@NullMarked
package dev.sandboxed.serve.supply;

import org.jspecify.annotations.NullMarked;
