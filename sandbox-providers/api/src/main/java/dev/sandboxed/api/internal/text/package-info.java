/** How texts are shown that nobody vouches for. */
@NullMarked
package dev.sandboxed.api.internal.text;

import org.jspecify.annotations.NullMarked;
