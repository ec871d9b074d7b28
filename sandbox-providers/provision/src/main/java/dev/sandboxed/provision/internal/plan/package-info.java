/** Finds out what is there, what is missing and where that can come from. */
@NullMarked
package dev.sandboxed.provision.internal.plan;

import org.jspecify.annotations.NullMarked;
