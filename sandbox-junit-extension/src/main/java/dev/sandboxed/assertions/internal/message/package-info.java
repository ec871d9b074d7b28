/** What failing assertions say. For the assertions of the package above, which are the ones to use. */
@NullMarked
package dev.sandboxed.assertions.internal.message;

import org.jspecify.annotations.NullMarked;
