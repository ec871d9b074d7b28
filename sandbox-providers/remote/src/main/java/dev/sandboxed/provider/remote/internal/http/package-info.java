/** The provider {@code http}: sandboxes of another machine, by our own contract over HTTP. */
@NullMarked
package dev.sandboxed.provider.remote.internal.http;

import org.jspecify.annotations.NullMarked;
