/** The handle of a sandbox that is a guest. */
@NullMarked
package dev.sandboxed.guest.sandbox;

import org.jspecify.annotations.NullMarked;
