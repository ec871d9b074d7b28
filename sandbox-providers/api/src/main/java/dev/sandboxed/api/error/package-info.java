/** The exception family: one unchecked root, a stable code each, and a remedy where a person can do something. */
@NullMarked
package dev.sandboxed.api.error;

import org.jspecify.annotations.NullMarked;
