/** Finds on a class path what was announced as a service. */
@NullMarked
package dev.sandboxed.core.internal.discovery;

import org.jspecify.annotations.NullMarked;
