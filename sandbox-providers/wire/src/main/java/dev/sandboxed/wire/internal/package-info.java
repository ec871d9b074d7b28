/** The words of our contract over HTTP: what is sent, what is answered, and how both are written. */
@NullMarked
package dev.sandboxed.wire.internal;

import org.jspecify.annotations.NullMarked;
